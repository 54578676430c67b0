// The browser face of this area.
import { defineWebPlugin, loadStyles } from "#web";
import styles from "./dataTypes.css?url";
import { DataTypesStore } from "./store.ts";

export default defineWebPlugin({
  id: "data-types",
  store: DataTypesStore,
  screens: {
    DataTypesScreen: async () => (await Promise.all([import("./DataTypesScreen.tsx"), loadStyles(styles)]))[0],
  },
});
