// Says of many at once when they are available, and takes that back.
import { listTypesOf, toldOf } from "#server";
import type { ThingAct, ThingActDoing, ThingActed } from "../../event-data/offers.ts";
import { AvailabilityOrder, covers, SET_ACT, type Span, sameSpans } from "../contract.ts";
import { takenTimesKey } from "../offers.ts";
import { getTimes, putTimes, type TimesRow } from "./repository.ts";
import { judged, told } from "./rules.ts";
import { shownText } from "./text.ts";
import { daysOfEvent, eventOf, OBJECT, thingsOf } from "./times.ts";

/** What is kept to take it back. */
interface Kept {
  before: TimesRow["spans"];
  after: TimesRow["spans"];
}

type Spans = TimesRow["spans"];
const GONE = "event-data:gone.profile";
const same = (one: Spans, other: Spans) => (one === null || other === null ? one === other : sameSpans(one, other));

export const setAvailability: ThingAct = {
  key: SET_ACT,
  order: AvailabilityOrder,

  check: async ({ db, event }, order) => {
    judged((order as AvailabilityOrder).windows, daysOfEvent(await eventOf(db, event.id)), null);
  },

  run: async (doing, order, things) => {
    const { db, event, writes, say } = doing;
    const dates = await eventOf(db, event.id);
    const after = judged((order as AvailabilityOrder).windows, daysOfEvent(dates), null);
    const people = new Set((await listTypesOf(db, event.id)).flatMap((type) => (type.categoryId === 1 ? type.id : [])));
    const ids = things.flatMap(({ id, type_id }) => (people.has(type_id) ? id : []));
    const there = writes ? await stillThere(doing, ids) : new Set(ids);
    const rows = await getTimes(db, event.id, ids);
    const outside = await withMeetingsOutside(doing, ids, after);
    const acted = new Map<number, ThingActed>();
    const changed: Pick<TimesRow, "thing_id" | "spans">[] = [];
    for (const { id, name, type_id } of things) {
      if (!people.has(type_id)) {
        acted.set(id, { left: say("availability:problem.not_participant") });
        continue;
      }
      if (!there.has(id)) {
        acted.set(id, { left: say(GONE) });
        continue;
      }
      const before = rows.get(id)?.spans ?? null;
      if (same(before, after)) continue;
      changed.push({ thing_id: id, spans: after });
      acted.set(id, {
        ...{ before: shownText(before, say, doing.locale), after: shownText(after, say, doing.locale) },
        ...(outside.has(id) && { losses: [{ label: "availability:bulk.outside", count: 1 }] }),
        kept: { before, after } satisfies Kept,
      });
      if (writes) await tell(doing, "save", { id, name }, dates.timezone, before, after);
    }
    if (writes) await putTimes(db, event.id, changed);
    return acted;
  },

  undo: async (doing, all) => {
    const { db, event, say } = doing;
    const { timezone } = await eventOf(db, event.id);
    const ids = all.map(({ thing }) => thing.id);
    const there = await stillThere(doing, ids);
    const rows = await getTimes(db, event.id, ids);
    const left = new Map<number, ThingActed>();
    const back: Pick<TimesRow, "thing_id" | "spans">[] = [];
    for (const { thing, kept } of all) {
      if (!there.has(thing.id)) {
        left.set(thing.id, { left: say(GONE) });
        continue;
      }
      const { before, after } = kept as Kept;
      const now = rows.get(thing.id)?.spans ?? null;
      // By the times themselves: their revision counts on with each undoing, for which earlier acts do not wait.
      if (!same(now, after)) {
        left.set(thing.id, { left: say("availability:problem.changed_since") });
        continue;
      }
      back.push({ thing_id: thing.id, spans: before });
      await tell(doing, "undo", thing, timezone, now, before);
    }
    await putTimes(db, event.id, back);
    return left;
  },
};

/** Those of some who are in the event still, and stay in it until the transaction ends. */
async function stillThere({ db, event, offered }: ThingActDoing, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const things = thingsOf(offered);
  await things.noteChange(db, event.id);
  return new Set((await things.named(db, event.id, ids)).map(({ id }) => id));
}

/** Those who have confirmed meetings to come outside of the times. */
async function withMeetingsOutside(
  { db, event, offered, now }: ThingActDoing,
  ids: readonly number[],
  spans: Spans,
): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  if (spans === null) return found;
  for (const times of offered(takenTimesKey))
    for (const [id, taken] of await times.ahead(db, event.id, ids, now))
      if (taken.some((one: Span) => !covers(spans, one))) found.add(id);
  return found;
}

function tell(
  { audit }: ThingActDoing,
  action: string,
  thing: { id: number; name: string },
  zone: string,
  before: Spans,
  after: Spans,
): Promise<void> {
  const facts = (spans: Spans) => ({ availability: told(spans, zone) });
  return audit({
    action,
    object: { type: OBJECT, id: thing.id, label: toldOf(thing) },
    before: facts(before),
    after: facts(after),
  });
}
