// The browser face of this area.
import { defineWebPlugin } from "#web";
import { TemplateStore } from "./store.ts";

export default defineWebPlugin({
  id: "template",
  store: TemplateStore,
  screens: { TemplateScreen: () => import("./TemplateScreen.tsx") },
});
