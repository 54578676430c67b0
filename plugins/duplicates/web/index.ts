// The browser face of this area.
import { defineWebPlugin, loadStyles, prepareGrid } from "#web";
import styles from "./duplicates.css?url";

const styled = async <Part>(part: Promise<Part>): Promise<Part> => (await Promise.all([part, loadStyles(styles)]))[0];

export default defineWebPlugin({
  id: "duplicates",
  screens: {
    DuplicatesScreen: () => {
      prepareGrid();
      return styled(import("./DuplicatesScreen.tsx"));
    },
  },
  parts: {
    "event-data.actions": { DuplicatesLink: () => import("./DuplicatesLink.tsx") },
    "event-data.ticked": { CompareTicked: () => import("./compareTicked.ts") },
  },
});
