// The browser face of this area.
import { defineWebPlugin, loadStyles } from "#web";
import styles from "./networking.css?url";

export default defineWebPlugin({
  id: "networking",
  parts: {
    "event-data.profile": {
      MeetingsTab: async () => (await Promise.all([import("./MeetingsTab.tsx"), loadStyles(styles)]))[0],
    },
  },
});
