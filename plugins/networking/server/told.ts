// What the history of a profile tells of its meetings: that somebody asked for one, and what became of it.
import { type AuditEntry, changes, toldOf } from "#server";
import type { ThingTeller } from "../../event-data/offers.ts";
import { listMeetingsOf, type Meeting } from "../contract.ts";
import { type Asked, type facts, thingsOf } from "./meetings.ts";

type Facts = Record<string, unknown>;

export const meetingTeller: ThingTeller = {
  actions: ["request_meeting", "accept_meeting", "decline_meeting", "cancel_meeting", "move_meeting"],
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
