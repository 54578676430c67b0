// The browser face of the API tokens.
import { defineWebPlugin, loadStyles, prepareGrid } from "#web";
import styles from "./tokens.css?url";

/** A part of the area with its styles, whichever arrives last; the parts of lists come along. */
const styled = async <Part>(part: Promise<Part>): Promise<Part> => {
  prepareGrid();
  return (await Promise.all([part, loadStyles(styles)]))[0];
};

export default defineWebPlugin({
  id: "api-tokens",
  screens: { ApiTokensScreen: () => styled(import("./ApiTokensScreen.tsx")) },
});
