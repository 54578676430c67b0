// The browser face of the history.
import { defineWebPlugin, loadStyles, prepareChart, prepareGrid } from "#web";
import styles from "./history.css?url";

/** A part of the area with its styles, whichever arrives last; the parts of lists and charts come along. */
const styled = async <Part>(part: Promise<Part>): Promise<Part> => {
  prepareGrid();
  prepareChart();
  return (await Promise.all([part, loadStyles(styles)]))[0];
};

export default defineWebPlugin({
  id: "history",
  screens: { HistoryScreen: () => styled(import("./HistoryScreen.tsx")) },
});
