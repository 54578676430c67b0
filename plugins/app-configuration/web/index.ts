// The browser face of login management.
import { defineWebPlugin, loadStyles } from "#web";
import styles from "./sso.css?url";

/** The screen with its styles, whichever arrives last. */
const styled = async <Part>(part: Promise<Part>): Promise<Part> => (await Promise.all([part, loadStyles(styles)]))[0];

export default defineWebPlugin({
  id: "app-configuration",
  screens: { AppConfigurationScreen: () => styled(import("./AppConfigurationScreen.tsx")) },
});
