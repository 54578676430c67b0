// Letters that wait when profiles or meetings become one, and two again: they stay with the person and the meeting that they are
// about, and are written once.
import type { Db, Offers } from "#server";
import { thingsOf } from "./meetings.ts";
import type { MeetingRow } from "./repository.ts";
import type { NetworkingTables } from "./tables.ts";

/** What a merge keeps of letters. Nobody's name: whoever is erased must not be found in it. */
export interface Carried {
  /** Meetings of whose notes the one that stays is the one who left by now. */
  people: number[];
  /** By a meeting that is one with another, of whom it has notes no more. */
  meetings: { id: number; into: number; thing_ids: number[]; shared: number[] }[];
}

interface Where {
  db: Db;
  eventId: number;
  offered: Offers;
}

interface Ends {
  from: number;
  to: number;
}

const AT_ONCE = 5000;
const tables = (db: Db) => db.withTables<NetworkingTables>();

/** Hands over what is to be told of `from`, and of meetings that go into others. What is told already, there too, stays once. */
export async function carryNotices(
  where: Where,
  { from, to }: Ends,
  gone: readonly { row: MeetingRow; into: number }[],
): Promise<Carried> {
  const { db } = where;
  const meetings: Carried["meetings"] = [];
  for (const { row, into } of gone) {
    const [own, theirs] = [await whoLeft(db, row.id), await whoLeft(db, into)];
    const shared = own.filter((id) => theirs.includes(id));
    const thing_ids = own.filter((id) => !theirs.includes(id));
    await toMeeting(db, { from: row.id, to: into }, thing_ids);
    if (own.length > 0) meetings.push({ id: row.id, into, thing_ids, shared });
  }
  return { people: await toPerson(where, { from, to }), meetings };
}

/** The way back, once the meetings and the profiles are there again. */
export async function carryNoticesBack(where: Where, { from, to }: Ends, { people, meetings }: Carried): Promise<void> {
  const { db } = where;
  if (people.length > 0) await toPerson(where, { from: to, to: from }, people);
  for (const { id, into, thing_ids, shared } of meetings) {
    await toMeeting(db, { from: into, to: id }, thing_ids);
    if (shared.length === 0) continue;
    const copied = await tables(db)
      .selectFrom("networking_notice")
      .selectAll()
      .where("meeting_id", "=", into)
      .where("thing_id", "in", shared)
      .execute();
    if (copied.length === 0) continue;
    await tables(db)
      .insertInto("networking_notice")
      .values(copied.map((notice) => ({ ...notice, meeting_id: id })))
      .execute();
  }
}

async function whoLeft(db: Db, meetingId: number): Promise<number[]> {
  const rows = await tables(db)
    .selectFrom("networking_notice")
    .select("thing_id")
    .where("meeting_id", "=", meetingId)
    .execute();
  return rows.map(({ thing_id }) => thing_id);
}

async function toMeeting(db: Db, { from, to }: Ends, thingIds: readonly number[]): Promise<void> {
  if (thingIds.length === 0) return;
  await tables(db)
    .updateTable("networking_notice")
    .set({ meeting_id: to })
    .where("meeting_id", "=", from)
    .where("thing_id", "in", thingIds)
    .execute();
}

/** Where both have left a meeting, each keeps their own note. Answers the meetings of the others. */
async function toPerson({ db, eventId, offered }: Where, { from, to }: Ends, among?: readonly number[]) {
  const noted = await tables(db)
    .selectFrom("networking_notice")
    .select(["meeting_id", "thing_id"])
    .where("event_id", "=", eventId)
    .where("thing_id", "in", [from, to])
    .execute();
  const own = new Set(noted.flatMap(({ meeting_id, thing_id }) => (thing_id === to ? meeting_id : [])));
  const ids = noted.flatMap(({ meeting_id, thing_id }) =>
    thing_id === from && !own.has(meeting_id) && (among?.includes(meeting_id) ?? true) ? meeting_id : [],
  );
  const [{ name = "" } = {}] = ids.length > 0 ? await thingsOf(offered).named(db, eventId, [to]) : [];
  for (let at = 0; at < ids.length; at += AT_ONCE)
    await tables(db)
      .updateTable("networking_notice")
      // What has been told needs no name any more.
      .set((is) => ({ thing_id: to, name: is.case().when("name", "=", "").then("").else(name).end() }))
      .where("thing_id", "=", from)
      .where("meeting_id", "in", ids.slice(at, at + AT_ONCE))
      .execute();
  return ids;
}
