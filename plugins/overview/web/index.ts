// The browser face of the overview; the parts of charts come along with its screen.
import { defineWebPlugin, loadStyles, prepareChart } from "#web";
import styles from "./overview.css?url";

const styled = async <Part>(part: Promise<Part>): Promise<Part> => {
  prepareChart();
  return (await Promise.all([part, loadStyles(styles)]))[0];
};

export default defineWebPlugin({
  id: "overview",
  screens: { OverviewScreen: () => styled(import("./OverviewScreen.tsx")) },
});
