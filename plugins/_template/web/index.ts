// The browser face of this area.
import { defineWebPlugin } from "#web";

export default defineWebPlugin({
  id: "template",
  screens: { TemplateScreen: () => import("./TemplateScreen.tsx") },
});
