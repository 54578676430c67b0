// How many meetings profiles have, for those who show a number.
import type { Db } from "#server";
import type { State } from "../contract.ts";
import type { NetworkingTables } from "./tables.ts";

// SQLite takes 32 766 parameters a statement.
const AT_ONCE = 5000;

/** How many meetings of a state some profiles have; requests as long as they wait for an answer. Without those that have none. */
export async function countMeetings(
  db: Db,
  eventId: number,
  thingIds: readonly number[],
  state: State,
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (let at = 0; at < thingIds.length; at += AT_ONCE) {
    const rows = await db
      .withTables<NetworkingTables>()
      .selectFrom("networking_participant as who")
      .innerJoin("networking_meeting as meeting", "meeting.id", "who.meeting_id")
      .select(["who.thing_id", ({ fn }) => fn.countAll<number>().as("meetings")])
      .where("who.event_id", "=", eventId)
      .where("who.thing_id", "in", thingIds.slice(at, at + AT_ONCE))
      .where("who.is_gone", "=", 0)
      .where("meeting.state", "=", state)
      .where((is) => is.or([is("meeting.state", "<>", "requested"), is("meeting.is_lapsed", "=", 0)]))
      .groupBy("who.thing_id")
      .execute();
    for (const { thing_id, meetings } of rows) counts.set(thing_id, Number(meetings));
  }
  return counts;
}
