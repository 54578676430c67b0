// SQL of the time that people and places are taken up. Every function takes the open transaction, or a reader, first.
import type { Db } from "#server";
import type { Span } from "./rules.ts";
import type { NetworkingTables } from "./tables.ts";

export const PARTICIPANT = 1;
export const PLACE = 2;
export interface Subject {
  kind: number;
  id: number;
}

const tables = (db: Db) => db.withTables<NetworkingTables>();
// SQLite takes 32 766 parameters a statement.
const AT_ONCE = 5000;
const ROWS_AT_ONCE = 1000;

/**
 * Takes up the time of people and of a place. The database leaves out what is taken already: answers false, and has taken
 * up nothing, when that was so.
 */
export async function book(
  db: Db,
  eventId: number,
  id: number,
  subjects: readonly Subject[],
  span: Span,
): Promise<boolean> {
  return (await bookMany(db, eventId, [{ id, subjects, span }])).has(id);
}

/** The same for several meetings; answers those that are booked. What others have is left out, and given back. */
export async function bookMany(
  db: Db,
  eventId: number,
  all: readonly { id: number; subjects: readonly Subject[]; span: Span }[],
): Promise<ReadonlySet<number>> {
  const booked = new Map<number, number>();
  const wanted = all.flatMap(({ id, subjects, span }) =>
    subjects.map(({ kind, id: subject_id }) => {
      return { meeting_id: id, event_id: eventId, kind, subject_id, from_minute: span.from, to_minute: span.to };
    }),
  );
  // In one order, so that two who want the same do not wait for each other.
  wanted.sort((one, other) => one.kind - other.kind || one.subject_id - other.subject_id);
  for (let at = 0; at < wanted.length; at += ROWS_AT_ONCE) {
    const rows = await tables(db)
      .insertInto("networking_booking")
      .values(wanted.slice(at, at + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .returning("meeting_id")
      .execute();
    for (const { meeting_id } of rows) booked.set(meeting_id, (booked.get(meeting_id) ?? 0) + 1);
  }
  const whole = new Set(all.flatMap(({ id, subjects }) => ((booked.get(id) ?? 0) === subjects.length ? id : [])));
  await releaseMany(
    db,
    all.flatMap(({ id }) => (whole.has(id) ? [] : id)),
  );
  return whole;
}

export async function release(db: Db, meetingId: number): Promise<void> {
  await releaseMany(db, [meetingId]);
}

export async function releaseMany(db: Db, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE)
    await tables(db)
      .deleteFrom("networking_booking")
      .where("meeting_id", "in", ids.slice(at, at + AT_ONCE))
      .execute();
}

export interface Booking extends Span {
  kind: number;
  subject_id: number;
  meeting_id: number;
}

const BOOKING = ["kind", "subject_id", "meeting_id", "from_minute as from", "to_minute as to"] as const;

/** When people, or a place, are taken within a span. */
export async function bookingsOf(
  db: Db,
  kind: number,
  ids: readonly number[],
  { from, to }: Span,
  except?: number,
): Promise<Booking[]> {
  if (ids.length === 0) return [];
  return tables(db)
    .selectFrom("networking_booking")
    .select(BOOKING)
    .where("kind", "=", kind)
    .where("subject_id", "in", ids)
    .where("from_minute", "<", to)
    .where("to_minute", ">", from)
    .where("meeting_id", "<>", except ?? 0)
    .orderBy("from_minute")
    .execute();
}

/** Those of some wishes for time, in their order, that fit beside what is booked and beside each other. */
export async function fittingOf<Wish extends { id: number; subjects: readonly Subject[]; span: Span }>(
  db: Db,
  wishes: readonly Wish[],
): Promise<Wish[]> {
  const from = Math.min(...wishes.map(({ span }) => span.from));
  const to = Math.max(...wishes.map(({ span }) => span.to));
  const keyOf = (kind: number, id: number) => `${kind} ${id}`;
  const taken = new Map<string, Span[]>();
  const take = (key: string, span: Span) => taken.set(key, [...(taken.get(key) ?? []), span]);
  for (const kind of [PARTICIPANT, PLACE]) {
    const all = wishes.flatMap(({ subjects }) => subjects.flatMap((one) => (one.kind === kind ? one.id : [])));
    const ids = [...new Set(all)];
    for (let at = 0; at < ids.length; at += AT_ONCE)
      for (const booking of await bookingsOf(db, kind, ids.slice(at, at + AT_ONCE), { from, to }))
        take(keyOf(kind, booking.subject_id), booking);
  }
  return wishes.filter(({ subjects, span }) => {
    const keys = subjects.map(({ kind, id }) => keyOf(kind, id));
    const isFree = keys.every((key) =>
      (taken.get(key) ?? []).every((one) => one.to <= span.from || one.from >= span.to),
    );
    if (isFree) for (const key of keys) take(key, span);
    return isFree;
  });
}

/** Places that are taken at some time. `longest` is the length of the longest meeting. */
export async function placesTaken(
  db: Db,
  eventId: number,
  { from, to }: Span,
  longest: number,
  except?: number,
): Promise<number[]> {
  const rows = await tables(db)
    .selectFrom("networking_booking")
    .select("subject_id")
    .where("event_id", "=", eventId)
    .where("kind", "=", PLACE)
    .where("from_minute", "<", to)
    .where("from_minute", ">", from - longest)
    .where("to_minute", ">", from)
    .where("meeting_id", "<>", except ?? 0)
    .execute();
  return rows.map((row) => row.subject_id);
}
