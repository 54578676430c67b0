// The browser face of the API documentation.
import { defineWebPlugin, loadStyles } from "#web";
import styles from "./documentation.css?url";

export default defineWebPlugin({
  id: "api-documentation",
  screens: {
    ApiDocumentationScreen: async () => {
      const [screen] = await Promise.all([import("./ApiDocumentationScreen.tsx"), loadStyles(styles)]);
      return screen;
    },
  },
});
