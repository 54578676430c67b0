// The browser face of the navigation tool.
import { defineWebPlugin, loadStyles } from "#web";
import styles from "./nav-tool.css?url";

export default defineWebPlugin({
  id: "nav-tool",
  screens: {
    NavToolScreen: async () => {
      const [screen] = await Promise.all([import("./NavToolScreen.tsx"), loadStyles(styles)]);
      return screen;
    },
  },
});
