// The server face of the account area.
import { defineServerPlugin, telling } from "#server";
import { factorRoutes } from "./factorRoutes.ts";
import { inviteRoutes } from "./inviteRoutes.ts";
import { invites } from "./migrations/0001_invites.ts";
import { withheld } from "./migrations/0002_withheld.ts";
import { profileRoutes } from "./routes.ts";
import { tells } from "./tells.ts";

export default defineServerPlugin({
  id: "account",
  routes: [...profileRoutes, ...factorRoutes, ...inviteRoutes],
  migrations: [invites, withheld],
  offers: [telling.given(tells)],
});
