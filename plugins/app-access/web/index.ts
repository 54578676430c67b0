// The browser face of this area.
import { defineWebPlugin, loadStyles } from "#web";
import styles from "./access.css?url";
import { AppAccessStore } from "./store.ts";

export default defineWebPlugin({
  id: "app-access",
  store: AppAccessStore,
  parts: {
    "event-data.profile-head": {
      LoginHead: async () => (await Promise.all([import("./LoginHead.tsx"), loadStyles(styles)]))[0],
    },
    "event-data.bulk": {
      LoginMails: async () => (await Promise.all([import("./mailMany.tsx"), loadStyles(styles)]))[0],
    },
  },
});
