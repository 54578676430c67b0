// The agenda's browser face.
import { defineWebPlugin, loadStyles } from "#web";
import styles from "./agenda.css?url";
import { AgendaStore } from "./store.ts";

export default defineWebPlugin({
  id: "agenda",
  store: AgendaStore,
  screens: {
    AgendaScreen: async () => {
      const [screen] = await Promise.all([import("./AgendaScreen.tsx"), loadStyles(styles)]);
      return screen;
    },
  },
  finders: { SessionFinder: () => import("./SessionFinder.ts") },
});
