// The browser face of the navigation tool.
import { defineWebPlugin, loadStyles } from "#web";
import styles from "./nav-tool.css?url";
import { NavToolStore } from "./store.ts";

export default defineWebPlugin({
  id: "nav-tool",
  store: NavToolStore,
  screens: {
    NavToolScreen: async () => {
      const [screen] = await Promise.all([import("./NavToolScreen.tsx"), loadStyles(styles)]);
      return screen;
    },
  },
});
