// The server face of admin access. It owns no table: memberships belong to the house, invitations to the account area.
import { defineServerPlugin } from "#server";
import { revertMember } from "./revert.ts";
import { OBJECT, routes } from "./routes.ts";

export default defineServerPlugin({ id: "admin-access", routes, reverts: { [OBJECT]: revertMember } });
