// The server face of login management. The rules belong to the house, which keeps them at every log-in.
import { defineServerPlugin } from "#server";
import { providerRoutes } from "./providerRoutes.ts";
import { revertRules, ruleRoutes } from "./ruleRoutes.ts";

export default defineServerPlugin({
  id: "app-configuration",
  routes: [...ruleRoutes, ...providerRoutes],
  reverts: { login: revertRules },
});
