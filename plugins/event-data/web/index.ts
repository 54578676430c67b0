// The browser face of this area.
import { defineWebPlugin, loadStyles, prepareGrid } from "#web";
import { preparePanels } from "./bringPanels.ts";
import styles from "./eventData.css?url";

export default defineWebPlugin({
  id: "event-data",
  screens: {
    EventDataScreen: async () => {
      prepareGrid();
      if (/\/profile\/|[?&]open=/.test(location.pathname + location.search)) preparePanels();
      const [screen] = await Promise.all([import("./EventDataScreen.tsx"), loadStyles(styles)]);
      return screen;
    },
  },
  finders: { ThingFinder: () => import("./ThingFinder.ts") },
});
