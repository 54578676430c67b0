// The browser face of login management.
import { defineWebPlugin } from "#web";
import { AppConfigurationStore } from "./store.ts";

export default defineWebPlugin({
  id: "app-configuration",
  store: AppConfigurationStore,
  screens: { AppConfigurationScreen: () => import("./AppConfigurationScreen.tsx") },
});
