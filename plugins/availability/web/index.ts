// The browser face of this area.
import { defineWebPlugin, loadStyles } from "#web";
import styles from "./availability.css?url";

export default defineWebPlugin({
  id: "availability",
  parts: {
    "event-data.profile": {
      AvailabilityTab: async () => (await Promise.all([import("./AvailabilityTab.tsx"), loadStyles(styles)]))[0],
    },
    "event-data.bulk": {
      SetAvailability: async () => (await Promise.all([import("./setAvailability.tsx"), loadStyles(styles)]))[0],
    },
  },
});
