// The browser face of the outbox.
import { defineWebPlugin } from "#web";
import { OutboxStore } from "./store.ts";

export default defineWebPlugin({
  id: "outbox",
  store: OutboxStore,
  screens: { OutboxScreen: () => import("./OutboxScreen.tsx") },
});
