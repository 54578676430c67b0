// The browser face of this area.
import { defineWebPlugin, loadStyles } from "#web";
import styles from "./access.css?url";

export default defineWebPlugin({
  id: "app-access",
  parts: {
    "event-data.profile-head": {
      LoginHead: async () => (await Promise.all([import("./LoginHead.tsx"), loadStyles(styles)]))[0],
    },
    "event-data.bulk": {
      LoginMails: async () => (await Promise.all([import("./mailMany.tsx"), loadStyles(styles)]))[0],
    },
  },
});
