// The browser face of this area.
import { defineWebPlugin, loadStyles, prepareGrid } from "#web";
import styles from "./relationships.css?url";

export default defineWebPlugin({
  id: "relationships",
  screens: {
    RelationshipsScreen: async () => {
      prepareGrid();
      const [screen] = await Promise.all([import("./RelationshipsScreen.tsx"), loadStyles(styles)]);
      return screen;
    },
  },
  parts: {
    "event-data.profile": {
      RelationshipsTab: async () => (await Promise.all([import("./RelationshipsTab.tsx"), loadStyles(styles)]))[0],
    },
  },
});
