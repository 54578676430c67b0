// What the search for duplicates tells of an event: the pairs that wait for a decision. Silent until it has been searched.
import type { Telling } from "#server";
import { countPairs } from "./repository.ts";
import { thingsOf } from "./search.ts";
import { lastSearch } from "./searches.ts";
import { unseenBy } from "./telling.ts";

export const tells: Telling = {
  area: "duplicates",
  rank: 16,
  access: { accessRole: 299, permissions: ["things"] },

  ofEvent: async ({ db, dialect, app, event, offered }) => {
    const { at } = await lastSearch(db, event.id);
    if (!at) return {};
    const { untold } = await unseenBy(db, event.id, await thingsOf(offered).hidden(db, dialect, event, app));
    const { open } = await countPairs(db, event.id, untold);
    return {
      counts: [
        {
          id: "duplicates.open",
          title: { key: "duplicates:tells.open" },
          value: open,
          tone: open > 0 ? "warn" : "good",
          path: `/event-data/${event.id}/duplicates`,
        },
      ],
    };
  },
};
