// The browser face of the setup area; it saves through the events area's contract.
import { defineWebPlugin } from "#web";
import "./setup.css";
import { SetupStore } from "./store.ts";

export default defineWebPlugin({
  id: "setup",
  store: SetupStore,
  screens: { SetupScreen: () => import("./SetupScreen.tsx") },
});
