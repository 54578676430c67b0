// How many meetings profiles have, for those who show a number.
import type { Db } from "#server";
import type { State } from "../contract.ts";
import type { NetworkingTables } from "./tables.ts";

// SQLite takes 32 766 parameters a statement.
const AT_ONCE = 5000;

/** How many meetings of a state some profiles have, with `after` those that end after an instant; without those that have none. */
export async function countMeetings(
  db: Db,
  eventId: number,
  thingIds: readonly number[],
  { state, after }: { state: State; after?: string },
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (let at = 0; at < thingIds.length; at += AT_ONCE) {
    let asked = db
      .withTables<NetworkingTables>()
      .selectFrom("networking_participant as who")
      .innerJoin("networking_meeting as meeting", "meeting.id", "who.meeting_id")
      .select(["who.thing_id", ({ fn }) => fn.countAll<number>().as("meetings")])
      .where("who.event_id", "=", eventId)
      .where("who.thing_id", "in", thingIds.slice(at, at + AT_ONCE))
      .where("who.is_gone", "=", 0)
      .where("meeting.state", "=", state)
      .groupBy("who.thing_id");
    if (after !== undefined) asked = asked.where("meeting.end_at", ">", after);
    for (const { thing_id, meetings } of await asked.execute()) counts.set(thing_id, Number(meetings));
  }
  return counts;
}
