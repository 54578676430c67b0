// The server face of the account area.
import { defineServerPlugin, telling } from "#server";
import { inviteRoutes } from "./inviteRoutes.ts";
import { invites } from "./migrations/0001_invites.ts";
import { profileRoutes } from "./routes.ts";
import { tells } from "./tells.ts";

export default defineServerPlugin({
  id: "account",
  routes: [...profileRoutes, ...inviteRoutes],
  migrations: [invites],
  offers: [telling.given(tells)],
});
