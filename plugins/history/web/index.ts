// The browser face of the history.
import { defineWebPlugin, loadStyles } from "#web";
import styles from "./history.css?url";
import { HistoryStore } from "./store.ts";

/** A part of the area with its styles, whichever arrives last. */
const styled = async <Part>(part: Promise<Part>): Promise<Part> => (await Promise.all([part, loadStyles(styles)]))[0];

export default defineWebPlugin({
  id: "history",
  store: HistoryStore,
  screens: { HistoryScreen: () => styled(import("./HistoryScreen.tsx")) },
});
