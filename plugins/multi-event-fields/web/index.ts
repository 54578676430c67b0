// The browser face of this area.
import { defineWebPlugin } from "#web";
import { MultiEventFieldsStore } from "./store.ts";

export default defineWebPlugin({
  id: "multi-event-fields",
  store: MultiEventFieldsStore,
  screens: { MultiEventFieldsScreen: () => import("./MultiEventFieldsScreen.tsx") },
});
