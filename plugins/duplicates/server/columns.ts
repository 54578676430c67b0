// The column of lists of profiles: in how many pairs of the queue a profile is.
import type { ProfileColumnOf } from "../../event-data/offers.ts";
import { pairsOf, someOpen } from "./repository.ts";
import { unseenBy } from "./telling.ts";

export const pairColumns: readonly ProfileColumnOf[] = [
  {
    key: "duplicates.pairs",
    title: "duplicates:column.pairs",
    kind: "number",
    kept: true,
    // The number would tell of those pairs that are suspected by nothing else than what is hidden.
    keptFrom: async (db, eventId, hidden) => {
      const { untold } = await unseenBy(db, eventId, hidden);
      return someOpen(db, eventId, untold);
    },
    of: ({ db, event }, ids) => pairsOf(db, event.id, ids),
  },
];
