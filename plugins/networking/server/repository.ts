// SQL of meetings and places. Every function takes the open transaction, or a reader, first.
import type { Selectable } from "kysely";
import { type Db, type Dialect, insertRows, isOfEvent } from "#server";
import type { Location, State } from "../contract.ts";
import { releaseMany } from "./bookings.ts";
import type { NetworkingTables } from "./tables.ts";

const MEETING = [
  "id",
  "rev",
  "start_at",
  "end_at",
  "location_id",
  "state",
  "source",
  "message",
  "reason",
  "left_state",
  "created_at",
  "updated_at",
] as const;

type MeetingColumns = Pick<Selectable<NetworkingTables["networking_meeting"]>, (typeof MEETING)[number]>;

/** A meeting with those who take part, the one who asked first. */
export type MeetingRow = Omit<MeetingColumns, "state"> & {
  state: State;
  participants: { thing_id: number; is_gone: boolean }[];
};

const tables = (db: Db) => db.withTables<NetworkingTables>();
// SQLite takes 32 766 parameters a statement.
const AT_ONCE = 5000;
const ROWS_AT_ONCE = 1000;

export async function listLocations(db: Db, eventId: number): Promise<Location[]> {
  const rows = await tables(db)
    .selectFrom("networking_location")
    .select(["id", "rev", "name", "category", "is_open"])
    .where("event_id", "=", eventId)
    .orderBy("position")
    .orderBy("id")
    .execute();
  return rows.map(({ is_open, ...row }) => ({ ...row, open: is_open === 1 }));
}

export async function findMeeting(db: Db, eventId: number, id: number): Promise<MeetingRow | undefined> {
  const [row] = await getMeetings(db, eventId, [id]);
  return row;
}

/** Those of the meetings that are in the event, in the order of time. */
export async function getMeetings(db: Db, eventId: number, ids: readonly number[]): Promise<MeetingRow[]> {
  const found: MeetingRow[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    const [rows, people] = [
      await tables(db)
        .selectFrom("networking_meeting")
        .select(MEETING)
        .where(isOfEvent(eventId))
        .where("id", "in", some)
        .execute(),
      await tables(db)
        .selectFrom("networking_participant")
        .select(["meeting_id", "thing_id", "is_gone"])
        .where("meeting_id", "in", some)
        .orderBy("position")
        .execute(),
    ];
    const byMeeting = new Map<number, MeetingRow["participants"]>(rows.map(({ id }) => [id, []]));
    for (const { meeting_id, thing_id, is_gone } of people) {
      byMeeting.get(meeting_id)?.push({ thing_id, is_gone: is_gone === 1 });
    }
    found.push(
      ...rows.map((row) => ({ ...row, state: row.state as State, participants: byMeeting.get(row.id) ?? [] })),
    );
  }
  return found.sort((one, other) => one.start_at.localeCompare(other.start_at) || one.id - other.id);
}

/** Of a list of meetings in the order of time: so many at most, behind one of them. */
interface Part {
  most?: number;
  after?: { start_at: string; id: number } | undefined;
}

/** Ids of the meetings of some profiles, the earliest first; a part is asked of one profile alone. */
export async function meetingIdsOf(db: Db, eventId: number, thingIds: readonly number[], { most, after }: Part = {}) {
  const ids = new Set<number>();
  for (let at = 0; at < thingIds.length; at += AT_ONCE) {
    let query = tables(db)
      .selectFrom("networking_participant as who")
      .innerJoin("networking_meeting as meeting", "meeting.id", "who.meeting_id")
      .select("meeting.id")
      .where("who.event_id", "=", eventId)
      .where("who.thing_id", "in", thingIds.slice(at, at + AT_ONCE))
      .orderBy("meeting.start_at")
      .orderBy("meeting.id");
    if (most) query = query.limit(most);
    if (after) {
      const { start_at, id } = after;
      query = query.where((is) =>
        is.or([
          is("meeting.start_at", ">", start_at),
          is.and([is("meeting.start_at", "=", start_at), is("meeting.id", ">", id)]),
        ]),
      );
    }
    for (const { id } of await query.execute()) ids.add(id);
  }
  return [...ids];
}

/** Keeps others from changing meetings until the end of the transaction. */
export async function holdMeetings(db: Db, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    await tables(db)
      .updateTable("networking_meeting")
      .set((is) => ({ rev: is.ref("rev") }))
      .where("id", "in", ids.slice(at, at + AT_ONCE))
      .execute();
  }
}

export type NewMeeting = Omit<MeetingColumns, "id" | "rev" | "left_state"> & {
  id?: number;
  rev?: number;
  left_state?: string | null;
};

/** Adds a meeting with those who take part; books nothing. */
export async function addMeeting(
  db: Db,
  eventId: number,
  meeting: NewMeeting,
  participants: readonly { thing_id: number; is_gone?: boolean }[],
): Promise<number> {
  const { id } = await tables(db)
    .insertInto("networking_meeting")
    .values({ ...meeting, event_id: eventId })
    .returning("id")
    .executeTakeFirstOrThrow();
  await addParticipants(db, eventId, [{ id, participants }]);
  return id;
}

/** Those who take part in a meeting, in their order. */
interface Party {
  id: number;
  participants: readonly { thing_id: number; is_gone?: boolean }[];
}

async function addParticipants(db: Db, eventId: number, all: readonly Party[]): Promise<void> {
  const rows = all.flatMap(({ id, participants }) =>
    participants.map(({ thing_id, is_gone }, position) => {
      return { meeting_id: id, thing_id, event_id: eventId, position, is_gone: is_gone ? 1 : 0 };
    }),
  );
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await tables(db)
      .insertInto("networking_participant")
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .execute();
}

/** Answers false when `rev` is no longer the row's. A change that somebody makes forgets who had left. */
export async function saveMeeting(
  db: Db,
  eventId: number,
  { id, rev }: Pick<MeetingColumns, "id" | "rev">,
  values: Partial<Omit<MeetingColumns, "id" | "rev">>,
): Promise<boolean> {
  const saved = await tables(db)
    .updateTable("networking_meeting")
    .set((is) => ({
      ...values,
      rev: rev + 1,
      // At another time it waits anew.
      ...(values.end_at !== undefined && {
        is_lapsed: is.case().when("end_at", "=", values.end_at).then(is.ref("is_lapsed")).else(0).end(),
      }),
    }))
    .where("event_id", "=", eventId)
    .where("id", "=", id)
    .where("rev", "=", rev)
    .executeTakeFirst();
  return saved.numUpdatedRows > 0n;
}

/** Gives meetings that are held their states, and what they were before somebody left. */
export async function saveStates(
  db: Db,
  all: readonly { id: number; state: State; left_state: string | null }[],
): Promise<void> {
  const groups = new Map<string, { values: Pick<MeetingColumns, "state" | "left_state">; ids: number[] }>();
  for (const { id, state, left_state } of all) {
    const key = `${state} ${left_state}`;
    const group = groups.get(key) ?? { values: { state, left_state }, ids: [] };
    group.ids.push(id);
    groups.set(key, group);
  }
  for (const { values, ids } of groups.values())
    for (let at = 0; at < ids.length; at += AT_ONCE)
      await tables(db)
        .updateTable("networking_meeting")
        .set((is) => ({ ...values, rev: is("rev", "+", 1) }))
        .where("id", "in", ids.slice(at, at + AT_ONCE))
        .execute();
}

/** Takes a meeting away with all that belongs to it. */
export async function removeMeeting(db: Db, id: number): Promise<void> {
  await releaseMany(db, [id]);
  await tables(db).deleteFrom("networking_notice").where("meeting_id", "=", id).execute();
  await tables(db).deleteFrom("networking_participant").where("meeting_id", "=", id).execute();
  await tables(db).deleteFrom("networking_meeting").where("id", "=", id).execute();
}

/** Puts other participants in the place of those that meetings have. */
export async function replaceParticipants(db: Db, eventId: number, all: readonly Party[]): Promise<void> {
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const ids = all.slice(at, at + AT_ONCE).map(({ id }) => id);
    await tables(db).deleteFrom("networking_participant").where("meeting_id", "in", ids).execute();
  }
  await addParticipants(db, eventId, all);
}

/** Marks profiles as gone from their meetings, or as back. */
export async function markGone(db: Db, eventId: number, thingIds: readonly number[], isGone: boolean): Promise<void> {
  for (let at = 0; at < thingIds.length; at += AT_ONCE) {
    const some = thingIds.slice(at, at + AT_ONCE);
    await tables(db)
      .updateTable("networking_participant")
      .set({ is_gone: isGone ? 1 : 0 })
      .where("event_id", "=", eventId)
      .where("thing_id", "in", some)
      .execute();
    if (isGone) continue;
    const back = tables(db).selectFrom("networking_participant").select("meeting_id").where("thing_id", "in", some);
    await tables(db).updateTable("networking_meeting").set({ empty_since: null }).where("id", "in", back).execute();
  }
}

/** How many requests of some profiles for meetings to come wait for an answer; without those that have none. */
export async function countWaiting(
  db: Db,
  eventId: number,
  thingIds: readonly number[],
  now: string,
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (let at = 0; at < thingIds.length; at += AT_ONCE) {
    const rows = await tables(db)
      .selectFrom("networking_participant as who")
      .innerJoin("networking_meeting as meeting", "meeting.id", "who.meeting_id")
      .select(["who.thing_id", ({ fn }) => fn.countAll<number>().as("waiting")])
      .where("who.event_id", "=", eventId)
      .where("who.thing_id", "in", thingIds.slice(at, at + AT_ONCE))
      // The one who asks stands first.
      .where("who.position", "=", 0)
      .where("meeting.state", "=", "requested")
      .where("meeting.end_at", ">", now)
      .groupBy("who.thing_id")
      .execute();
    for (const { thing_id, waiting } of rows) counts.set(thing_id, Number(waiting));
  }
  return counts;
}

/** Those of some profiles who have a meeting, or have ever asked for one or been asked. */
export async function whoMeet(db: Db, eventId: number, thingIds: readonly number[]): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < thingIds.length; at += AT_ONCE) {
    const rows = await tables(db)
      .selectFrom("networking_participant")
      .select("thing_id")
      .distinct()
      .where("event_id", "=", eventId)
      .where("thing_id", "in", thingIds.slice(at, at + AT_ONCE))
      .execute();
    ids.push(...rows.map(({ thing_id }) => thing_id));
  }
  return ids;
}

/** Ids of accepted meetings of some profiles that end after an instant. */
export async function confirmedOf(db: Db, eventId: number, thingIds: readonly number[], after: string) {
  const ids = new Set<number>();
  for (let at = 0; at < thingIds.length; at += AT_ONCE) {
    const rows = await tables(db)
      .selectFrom("networking_participant as who")
      .innerJoin("networking_meeting as meeting", "meeting.id", "who.meeting_id")
      .select("meeting.id")
      .where("who.event_id", "=", eventId)
      .where("who.thing_id", "in", thingIds.slice(at, at + AT_ONCE))
      .where("meeting.state", "=", "accepted")
      .where("meeting.end_at", ">", after)
      .execute();
    for (const { id } of rows) ids.add(id);
  }
  return [...ids];
}

/** Many places at once, for the demo. */
export async function addLocations(
  db: Db,
  dialect: Dialect,
  eventId: number,
  rows: readonly LocationDraft[],
  at: string,
) {
  const columns = ["event_id", "name", "name_key", "category", "position", "created_at", "updated_at"];
  const values = rows.map(({ name, key, category }, position) => [eventId, name, key, category, position, at, at]);
  await insertRows(db as never, dialect, "networking_location", columns, values);
}

interface LocationDraft {
  name: string;
  key: string;
  category: string;
}
