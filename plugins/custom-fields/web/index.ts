// The browser face of this area.
import { defineWebPlugin } from "#web";

export default defineWebPlugin({
  id: "custom-fields",
  screens: { CustomFieldsScreen: () => import("./CustomFieldsScreen.tsx") },
});
