// The browser face of this area.
import { defineWebPlugin, loadStyles } from "#web";
import styles from "./dataTypes.css?url";

export default defineWebPlugin({
  id: "data-types",
  screens: {
    DataTypesScreen: async () => (await Promise.all([import("./DataTypesScreen.tsx"), loadStyles(styles)]))[0],
  },
});
