// The agenda's browser face.
import { defineWebPlugin } from "#web";
import { AgendaStore } from "./store.ts";

export default defineWebPlugin({
  id: "agenda",
  store: AgendaStore,
  screens: { AgendaScreen: () => import("./AgendaScreen.tsx") },
});
