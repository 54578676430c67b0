// Meetings that are to be changed because of their participants, and their time.
import type { Db } from "#server";
import * as bookings from "./bookings.ts";
import { subjectsOf } from "./meetings.ts";
import type { MeetingRow } from "./repository.ts";
import * as repository from "./repository.ts";
import { spanOf } from "./rules.ts";

export const peopleOf = ({ participants }: MeetingRow) =>
  participants.flatMap((one) => (one.is_gone ? [] : one.thing_id));

/** The meetings of some profiles, which nobody else changes until the end of the transaction. */
export async function meetingsOf(db: Db, eventId: number, thingIds: readonly number[]): Promise<MeetingRow[]> {
  const ids = await repository.meetingIdsOf(db, eventId, thingIds);
  await repository.holdMeetings(db, ids);
  return repository.getMeetings(db, eventId, ids);
}

/** The same for several; of two that want the same time, the first of them has it. Answers which are asked for anew. */
export async function rebookMany(db: Db, eventId: number, rows: readonly MeetingRow[]): Promise<ReadonlySet<number>> {
  const wanted = rows.map((row) => ({
    row,
    id: row.id,
    subjects: subjectsOf(peopleOf(row), row.location_id),
    span: spanOf({ start: row.start_at, end: row.end_at }),
  }));
  const whole = await bookings.bookMany(db, eventId, wanted);
  // What is not whole has given its time back: there may be room for some of it.
  const rest = wanted.filter(({ id }) => !whole.has(id));
  if (rest.length === 0) return new Set();
  const fitting = await bookings.fittingOf(db, rest);
  const booked = await bookings.bookMany(db, eventId, fitting);
  const taken = rest.filter(({ id }) => !booked.has(id)).map(({ row }) => ({ ...row, state: "requested" as const }));
  await repository.saveStates(db, taken);
  return new Set(taken.map(({ id }) => id));
}

/** Takes up its time again; where somebody else has it by now, the meeting is asked for anew. */
export async function rebook(db: Db, eventId: number, row: MeetingRow): Promise<boolean> {
  const span = spanOf({ start: row.start_at, end: row.end_at });
  if (await bookings.book(db, eventId, row.id, subjectsOf(peopleOf(row), row.location_id), span)) return true;
  await repository.saveMeeting(db, eventId, row, { state: "requested" });
  return false;
}
