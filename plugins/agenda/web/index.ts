// The agenda's browser face.
import { defineWebPlugin, loadStyles, prepareGrid } from "#web";
import styles from "./agenda.css?url";

export default defineWebPlugin({
  id: "agenda",
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
