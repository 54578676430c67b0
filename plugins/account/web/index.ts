// The browser face of the account area.
import { defineWebPlugin, loadStyles } from "#web";
import styles from "./account.css?url";

/** A part of the area with its styles, whichever arrives last. */
const styled = async <Part>(part: Promise<Part>): Promise<Part> => (await Promise.all([part, loadStyles(styles)]))[0];

export default defineWebPlugin({
  id: "account",
  screens: {
    CreateAccountScreen: () => styled(import("./CreateAccountScreen.tsx")),
    SessionsScreen: () => styled(import("./SessionsScreen.tsx")),
  },
  dialogs: { profile: () => styled(import("./ProfileDialog.tsx")) },
});
