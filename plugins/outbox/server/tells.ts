// What the outbox tells: letters of the app that did not go out. Silent as long as all of them do.
import { listMailOf, type Telling } from "#server";
import { OUTBOX_LIMIT } from "../contract.ts";

export const tells: Telling = {
  area: "outbox",
  rank: 95,
  access: { accessRole: 3, permissions: ["user_management"] },

  ofEvent: async ({ db, app, who }) => {
    const letters = await listMailOf(db, app.id, OUTBOX_LIMIT, who.id);
    const value = letters.filter(({ state }) => state === "failed").length;
    if (value === 0) return {};
    return {
      counts: [
        {
          id: "outbox.failed",
          title: { key: "outbox:tells.failed" },
          note: { key: "outbox:tells.failed.note" },
          value,
          tone: "bad",
          path: "/app-settings/outbox",
        },
      ],
    };
  },
};
