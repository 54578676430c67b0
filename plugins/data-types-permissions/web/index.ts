// The browser face of this area.
import { defineWebPlugin, loadStyles, loadTexts } from "#web";
import styles from "./typeRules.css?url";

export default defineWebPlugin({
  id: "data-types-permissions",
  screens: {
    TypeRulesScreen: async () =>
      (await Promise.all([import("./TypeRulesScreen.tsx"), loadStyles(styles), loadTexts("data-types")]))[0],
  },
});
