// The browser face of the events area.
import { defineWebPlugin, loadStyles, prepareGrid } from "#web";
import styles from "./events.css?url";

/** A part of the area with its styles, whichever arrives last; the parts of lists come along. */
const styled = async <Part>(part: Promise<Part>): Promise<Part> => {
  prepareGrid();
  return (await Promise.all([part, loadStyles(styles)]))[0];
};

export default defineWebPlugin({
  id: "events",
  screens: { EventsScreen: () => styled(import("./EventsScreen.tsx")) },
});
