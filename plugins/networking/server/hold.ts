// Meetings that are to be changed because of their participants, and their time.
import type { Db } from "#server";
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

/** Takes up its time again; where somebody else has it by now, the meeting is asked for anew. */
export async function rebook(db: Db, eventId: number, row: MeetingRow): Promise<boolean> {
  const span = spanOf({ start: row.start_at, end: row.end_at });
  if (await repository.book(db, eventId, row.id, subjectsOf(peopleOf(row), row.location_id), span)) return true;
  await repository.saveMeeting(db, eventId, row, { state: "requested" });
  return false;
}
