// The browser face of the outbox.
import { defineWebPlugin, loadStyles, prepareGrid } from "#web";
import styles from "./outbox.css?url";

/** The screen with its styles, whichever arrives last; the parts of lists come along. */
const styled = async <Part>(part: Promise<Part>): Promise<Part> => {
  prepareGrid();
  return (await Promise.all([part, loadStyles(styles)]))[0];
};

export default defineWebPlugin({
  id: "outbox",
  screens: { OutboxScreen: () => styled(import("./OutboxScreen.tsx")) },
});
