// The times of one participant as replies show them, and how they become what somebody says.
import { type Context, type Db, listTypesOf, type Offers, problem, sql } from "#server";
import { type ThingName, thingsKey } from "../../event-data/offers.ts";
import { type Availability, daysOf, instantsOf, type Windows } from "../contract.ts";
import { takenTimesKey } from "../offers.ts";
import { getTimes, saveTimes, type TimesRow } from "./repository.ts";
import { judged } from "./rules.ts";

/** The kind of object under which times stand in the history. */
export const OBJECT = "availability.times";

type Asked = Pick<Context, "db" | "event" | "who" | "deps">;

export function thingsOf(offered: Offers) {
  const [things] = offered(thingsKey);
  if (!things) throw new Error("The area event-data, which availability requires, offers no profiles.");
  return things;
}

type Dates = Pick<Context["event"], "date_start" | "date_end" | "timezone">;

/** When an event takes place, for jobs, which know no more of it than its id. */
export async function eventOf(db: Db, eventId: number): Promise<Dates> {
  const { rows } =
    await sql<Dates>`select date_start, date_end, timezone from core_event where id = ${eventId}`.execute(db);
  if (!rows[0]) throw problem("not_found");
  return rows[0];
}

export function daysOfEvent({ date_start, date_end, timezone }: Dates) {
  return daysOf({ start: date_start, end: date_end, zone: timezone });
}

/** Whoever takes profiles out or merges them at this moment ends first, or waits until the times are written. */
export function holdLeaving({ db, event, deps }: Pick<Asked, "db" | "event" | "deps">): Promise<void> {
  return thingsOf(deps.offered).noteChange(db, event.id);
}

/** Somebody of the event who can have times. */
export async function participantOf({ db, event, deps }: Asked, thingId: number): Promise<ThingName> {
  const [thing] = await thingsOf(deps.offered).named(db, event.id, [thingId]);
  if (!thing) throw problem("not_found");
  const type = (await listTypesOf(db, event.id)).find(({ id }) => id === thing.type_id);
  if (type?.categoryId !== 1) throw problem("availability.not_participant");
  return thing;
}

export async function timesOf({ db, event }: Pick<Asked, "db" | "event">, thingId: number): Promise<TimesRow> {
  const found = await getTimes(db, event.id, [thingId]);
  return found.get(thingId) ?? { thing_id: thingId, rev: 0, spans: null };
}

export async function shown(
  { db, event, who, deps }: Asked,
  { thing_id, rev, spans }: TimesRow,
): Promise<Availability> {
  const asking = { db, eventId: event.id, who, offered: deps.offered };
  const taken = await Promise.all(deps.offered(takenTimesKey).map((times) => times.of(asking, thing_id)));
  return { rev, windows: spans && spans.map(instantsOf), taken: taken.flat() };
}

/** Says when somebody is available, by the rules of any save. Answers what is kept now. */
export async function changeTimes(
  context: Asked,
  before: TimesRow,
  { rev, windows }: { rev: number; windows: Windows },
): Promise<TimesRow> {
  const { db, event } = context;
  const spans = judged(windows, daysOfEvent(event), before.spans);
  const isSaved = rev === before.rev && (await saveTimes(db, event.id, { ...before, spans }));
  if (isSaved) return { ...before, rev: rev + 1, spans };
  throw problem("stale", { current: await shown(context, await timesOf(context, before.thing_id)) });
}
