// The browser face of this area.
import { defineWebPlugin } from "#web";

export default defineWebPlugin({
  id: "multi-event-fields",
  screens: { MultiEventFieldsScreen: () => import("./MultiEventFieldsScreen.tsx") },
});
