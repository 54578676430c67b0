// The browser face of the setup area; it saves through the events area's contract.
import { defineWebPlugin, loadStyles } from "#web";
import styles from "./setup.css?url";

/** A part of the area with its styles, whichever arrives last. */
const styled = async <Part>(part: Promise<Part>): Promise<Part> => (await Promise.all([part, loadStyles(styles)]))[0];

export default defineWebPlugin({
  id: "setup",
  screens: { SetupScreen: () => styled(import("./SetupScreen.tsx")) },
});
