// What the history of a profile tells of its meetings: that somebody asked for one, and what became of it.
import { type AuditEntry, changes, type Db, toldOf } from "#server";
import type { FollowerTelling, Parting, ThingTeller } from "../../event-data/offers.ts";
import { listMeetingsOf, type Meeting } from "../contract.ts";
import { peopleOf } from "./hold.ts";
import { type Asked, type facts, thingsOf } from "./meetings.ts";
import { listLocations, type MeetingRow } from "./repository.ts";

type Facts = Record<string, unknown>;

export const meetingTeller: ThingTeller = {
  actions: [
    ...["request_meeting", "accept_meeting", "decline_meeting", "cancel_meeting", "move_meeting"],
    ...["leave_meeting", "rejoin_meeting"],
  ],
  access: listMeetingsOf.access,
};

/** Tells each participant what was done, with whom it is a meeting and when; of a change of its words alone nothing. */
export async function tellPeople(
  { deps, audit }: Asked & { audit: (entry: AuditEntry) => Promise<void> },
  meeting: Meeting,
  before?: ReturnType<typeof facts>,
): Promise<void> {
  const { state, start, end, location, participants } = meeting;
  const place = location && toldOf(location);
  const isMoved = before && (before.start !== start || before.end !== end || before.location !== place);
  if (before && before.state === state && !isMoved) return;
  const was = isMoved
    ? changes({ start, location: place }, { start: before.start, location: before.location }).after
    : {};
  const now = { start, ...((place || "location" in was) && { location: place }) };
  const things = thingsOf(deps.offered);
  for (const one of participants) {
    const object = { type: things.object, id: one.id, label: one.name };
    const others = participants.filter(({ id }) => id !== one.id);
    const after = { participants: others.map(toldOf).join(", "), ...now };
    await audit({ ...actOf(before?.state === state ? undefined : state, after), object, before: isMoved ? was : null });
  }
}

/** What was done, by the state that it has now; without one it was moved. */
function actOf(state: Meeting["state"] | undefined, after: Facts): Pick<AuditEntry, "action" | "after"> {
  if (state === "requested") return { action: "request_meeting", after };
  if (state === "accepted") return { action: "accept_meeting", after };
  if (state === "declined") return { action: "decline_meeting", after };
  if (state === "cancelled") return { action: "cancel_meeting", after };
  return { action: "move_meeting", after };
}

type Around = Pick<FollowerTelling, "offered" | "audit"> & { db: Db; eventId: number };

/** Tells those who are in the event that some have left their meetings, or were blocked: those were cancelled, or go on without them. */
export async function tellParting(
  around: Around,
  before: readonly MeetingRow[],
  after: readonly Pick<MeetingRow, "id" | "state">[],
  ids: ReadonlySet<number>,
  named: Parting["named"],
): Promise<void> {
  const states = new Map(after.map(({ id, state }) => [id, state]));
  const lines = before.flatMap((row) => {
    const state = states.get(row.id);
    const action = state === "cancelled" ? "cancel_meeting" : "leave_meeting";
    return state ? [{ row, action, field: "left", who: peopleOf(row).filter((id) => ids.has(id)) }] : [];
  });
  await tellEach(around, lines, named);
}

/** Tells those who are in the event that some are back in their meetings, or that these are asked for anew. */
export async function tellReturn(
  around: Around,
  rows: readonly MeetingRow[],
  anew: ReadonlySet<number>,
  ids: ReadonlySet<number>,
): Promise<void> {
  const lines = rows.map((row) => {
    const action = anew.has(row.id) ? "request_meeting" : "rejoin_meeting";
    return { row, action, field: "back", who: peopleOf(row).filter((id) => ids.has(id)) };
  });
  await tellEach(around, lines);
}

/** What is told of a meeting, and under which name of whom it is. */
interface Line {
  row: MeetingRow;
  action: string;
  field: string;
  who: readonly number[];
}

/** Tells each of those who meet and are in the event. */
async function tellEach(
  { db, eventId, offered, audit }: Around,
  lines: readonly Line[],
  gone: ReadonlyMap<number, string> = new Map(),
): Promise<void> {
  if (lines.length === 0) return;
  const things = thingsOf(offered);
  const ids = [...new Set(lines.flatMap(({ row }) => peopleOf(row)))];
  const there = new Map((await things.named(db, eventId, ids)).map(({ id, name }) => [id, name]));
  const nameOf = (id: number) => toldOf({ id, name: there.get(id) ?? gone.get(id) ?? "" });
  const places = new Map((await listLocations(db, eventId)).map((place) => [place.id, toldOf(place)]));
  for (const { row, action, field, who } of lines) {
    const place = places.get(row.location_id ?? 0);
    const people = peopleOf(row);
    for (const id of people) {
      const name = there.get(id);
      // Who has left the event has no history that anybody opens.
      if (name === undefined) continue;
      const others = people.filter((other) => other !== id && !who.includes(other));
      const after = {
        ...(others.length > 0 && { participants: others.map(nameOf).join(", ") }),
        ...{ [field]: who.map(nameOf).join(", "), start: row.start_at, ...(place && { location: place }) },
      };
      await audit({ action, object: { type: things.object, id, label: name }, before: null, after });
    }
  }
}
