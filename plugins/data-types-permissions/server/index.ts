// The server face of this area.
import { defineServerPlugin } from "#server";
import { rules } from "./migrations/0001_rules.ts";
import { revertRules } from "./revert.ts";
import { OBJECT, routes } from "./routes.ts";

export default defineServerPlugin({
  id: "data-types-permissions",
  routes,
  migrations: [rules],
  reverts: { [OBJECT]: revertRules },
});
