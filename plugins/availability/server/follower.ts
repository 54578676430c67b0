// How times go along when participants are merged or leave the event, and back again.
import type { ThingFollower } from "../../event-data/offers.ts";
import { type Span, sameSpans } from "../contract.ts";
import { dropTimes, getTimes, putRowsBack, type TimesRow } from "./repository.ts";

const isSaid = (row: TimesRow | undefined): row is TimesRow & { spans: readonly Span[] } =>
  row !== undefined && row.spans !== null;

/** Those of the one that goes; of the one that stays, as they were. */
interface Moved {
  before: TimesRow[];
  /** The revision of the one that stays after it; 0 where nothing is said of it. */
  rev: number;
}

export const timesFollower: ThingFollower = {
  label: "availability:title",

  count: async (db, eventId, thingId) => (isSaid((await getTimes(db, eventId, [thingId])).get(thingId)) ? 1 : 0),

  // What the one that stays says of itself stands.
  move: async (db, eventId, from, to) => {
    const rows = await getTimes(db, eventId, [from, to]);
    const [gone, kept] = [rows.get(from), rows.get(to)];
    const isMoved = isSaid(gone) && !isSaid(kept);
    const before = await dropTimes(db, eventId, [from, to]);
    const now = isMoved ? gone : kept;
    const rev = now ? Math.max(gone?.rev ?? 0, kept?.rev ?? 0) + 1 : 0;
    if (now) await putRowsBack(db, eventId, [{ thing_id: to, rev: rev - 1, spans: now.spans }]);
    return { count: isMoved ? 1 : 0, left: differing(gone, kept), kept: { before, rev } satisfies Moved };
  },

  moveBack: async (db, eventId, from, to, kept) => {
    const { before, rev } = kept as Moved;
    const now = (await getTimes(db, eventId, [to])).get(to);
    const own = before.find(({ thing_id }) => thing_id === to);
    // What somebody said of the one that stayed since then stands.
    const isSame = (now?.rev ?? 0) === rev;
    if (isSame) {
      await dropTimes(db, eventId, [to]);
      if (own) await putRowsBack(db, eventId, [{ ...own, rev }]);
    }
    await putRowsBack(
      db,
      eventId,
      before.filter(({ thing_id }) => thing_id === from),
    );
    const isMoved = !isSaid(own) && before.some((row) => row.thing_id === from && isSaid(row));
    // Of times that the merge had left as they were nothing stays away.
    return !isSame && isMoved && isSaid(now) ? [{ label: "availability:back", count: 1 }] : [];
  },

  drop: async (db, eventId, ids) => (await dropTimes(db, eventId, ids)).map((row) => [row.thing_id, row]),

  used: async (db, eventId, ids) =>
    [...(await getTimes(db, eventId, ids)).values()].filter(isSaid).map(({ thing_id }) => thing_id),

  putBack: async (db, eventId, kept) => {
    await putRowsBack(db, eventId, kept as TimesRow[]);
    return [];
  },

  merging: async (db, eventId, from, to, _, earlier = []) => {
    const rows = await getTimes(db, eventId, [from, to, ...earlier]);
    // The first of those that have gone into it by then whose times it took.
    const first = [to, ...earlier].map((id) => rows.get(id)).find(isSaid);
    return differing(rows.get(from), first);
  },
};

function differing(gone: TimesRow | undefined, kept: TimesRow | undefined) {
  const isLost = isSaid(gone) && isSaid(kept) && !sameSpans(gone.spans, kept.spans);
  return isLost ? [{ label: "availability:merging", count: 1 }] : [];
}
