// The server face of the account area.
import { defineServerPlugin } from "#server";
import { inviteRoutes } from "./inviteRoutes.ts";
import { invites } from "./migrations/0001_invites.ts";
import { profileRoutes } from "./routes.ts";

export default defineServerPlugin({
  id: "account",
  routes: [...profileRoutes, ...inviteRoutes],
  migrations: [invites],
});
