// The browser face of this area.
import { defineWebPlugin, loadStyles, prepareGrid } from "#web";
import styles from "./groups.css?url";

export default defineWebPlugin({
  id: "custom-groups",
  screens: {
    CustomGroupsScreen: async () => {
      prepareGrid();
      const [screen] = await Promise.all([import("./CustomGroupsScreen.tsx"), loadStyles(styles)]);
      return screen;
    },
  },
  parts: {
    "event-data.profile": {
      GroupsTab: async () => (await Promise.all([import("./GroupsTab.tsx"), loadStyles(styles)]))[0],
    },
  },
});
