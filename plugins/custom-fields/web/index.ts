// The browser face of this area.
import { defineWebPlugin } from "#web";
import { CustomFieldsStore } from "./store.ts";

export default defineWebPlugin({
  id: "custom-fields",
  store: CustomFieldsStore,
  screens: { CustomFieldsScreen: () => import("./CustomFieldsScreen.tsx") },
});
