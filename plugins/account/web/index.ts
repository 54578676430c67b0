// The browser face of the account area.
import { defineWebPlugin } from "#web";
import "./account.css";
import { AccountStore } from "./store.ts";

export default defineWebPlugin({
  id: "account",
  store: AccountStore,
  screens: {
    CreateAccountScreen: () => import("./CreateAccountScreen.tsx"),
    SessionsScreen: () => import("./SessionsScreen.tsx"),
  },
  dialogs: { profile: () => import("./ProfileDialog.tsx") },
});
