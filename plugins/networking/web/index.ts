// The browser face of this area.
import { defineWebPlugin, loadStyles } from "#web";
import styles from "./networking.css?url";
import { NetworkingStore } from "./store.ts";

export default defineWebPlugin({
  id: "networking",
  store: NetworkingStore,
  parts: {
    "event-data.profile": {
      MeetingsTab: async () => (await Promise.all([import("./MeetingsTab.tsx"), loadStyles(styles)]))[0],
    },
  },
});
