// The column of lists of profiles: in how many pairs of the queue a profile is.
import type { ProfileColumnOf } from "../../event-data/offers.ts";
import { lastSearch, pairsOf } from "./repository.ts";
import { reasonsFrom } from "./rules.ts";

export const pairColumns: readonly ProfileColumnOf[] = [
  {
    key: "duplicates.pairs",
    title: "duplicates:column.pairs",
    kind: "number",
    kept: true,
    // What the last search looked at and has been hidden since may be why they are suspected.
    keptFrom: async (db, eventId, hidden) => {
      if (reasonsFrom(hidden).length === 0) return false;
      const { at, hidden: unseen } = await lastSearch(db, eventId);
      return at !== null && reasonsFrom(hidden.filter((key) => !unseen.includes(key))).length > 0;
    },
    of: ({ db, event }, ids) => pairsOf(db, event.id, ids),
  },
];
