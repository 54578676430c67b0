// The browser face of this area.
import { defineWebPlugin, loadStyles, prepareGrid } from "#web";
import styles from "./eventData.css?url";
import { EventDataStore } from "./store.ts";

export default defineWebPlugin({
  id: "event-data",
  store: EventDataStore,
  screens: {
    EventDataScreen: async () => {
      prepareGrid();
      const [screen] = await Promise.all([import("./EventDataScreen.tsx"), loadStyles(styles)]);
      return screen;
    },
  },
  finders: { ThingFinder: () => import("./ThingFinder.ts") },
});
