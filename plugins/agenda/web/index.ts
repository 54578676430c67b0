// The agenda's browser face.
import { defineWebPlugin, loadStyles, prepareGrid } from "#web";
import styles from "./agenda.css?url";
import { AgendaStore } from "./store.ts";

export default defineWebPlugin({
  id: "agenda",
  store: AgendaStore,
  screens: {
    AgendaScreen: async () => {
      prepareGrid();
      const [screen] = await Promise.all([import("./AgendaScreen.tsx"), loadStyles(styles)]);
      return screen;
    },
  },
  parts: {
    "event-data.profile": {
      SessionsTab: async () => (await Promise.all([import("./SessionsTab.tsx"), loadStyles(styles)]))[0],
    },
  },
  finders: { SessionFinder: () => import("./SessionFinder.ts") },
});
