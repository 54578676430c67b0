// The browser face of the insights; the parts of charts come along with the screen.
import { defineWebPlugin, loadStyles, prepareChart } from "#web";
import styles from "./insights.css?url";

const styled = async <Part>(part: Promise<Part>): Promise<Part> => {
  prepareChart();
  return (await Promise.all([part, loadStyles(styles)]))[0];
};

export default defineWebPlugin({
  id: "insights",
  screens: { InsightsScreen: () => styled(import("./InsightsScreen.tsx")) },
});
