// The browser face of the events area.
import { defineWebPlugin, loadStyles } from "#web";
import styles from "./events.css?url";
import { EventsStore } from "./store.ts";

/** A part of the area with its styles, whichever arrives last. */
const styled = async <Part>(part: Promise<Part>): Promise<Part> => (await Promise.all([part, loadStyles(styles)]))[0];

export default defineWebPlugin({
  id: "events",
  store: EventsStore,
  screens: { EventsScreen: () => styled(import("./EventsScreen.tsx")) },
});
