// The browser face of the events area.
import { defineWebPlugin } from "#web";
import "./events.css";
import { EventsStore } from "./store.ts";

export default defineWebPlugin({
  id: "events",
  store: EventsStore,
  screens: { EventsScreen: () => import("./EventsScreen.tsx") },
});
