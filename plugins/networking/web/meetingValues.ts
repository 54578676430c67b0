// What the form of a meeting holds. Pure.
import type { Meeting } from "../contract.ts";

/** The meeting that is moved, or `new`, stands in the address under this name, and goes with the profile that is open. */
export const MEETING = "tab.meeting";

/** Whether a meeting can be moved: it is to take place, and two of it are still there. */
export const canMove = ({ state, participants }: Meeting) =>
  (state === "requested" || state === "accepted") && participants.length > 1;

export interface MeetingValues {
  others: { id: number; label: string }[];
  start: string | undefined;
  minutes: number;
  location_id: number | undefined;
  message: string;
  isAccepted: boolean;
  /** Although somebody is not available then. */
  anyway: boolean;
}

/** A move that was answered once its form had gone: somebody else had saved the meeting first. */
export interface LateMove {
  /** As they have left it. */
  theirs: Meeting;
  values: MeetingValues;
}

/** What is moved of a meeting, as it is now. */
export function valuesOf({ start, end, location, message }: Meeting): MeetingValues {
  const minutes = (Date.parse(end) - Date.parse(start)) / 60_000;
  return { others: [], start, minutes, location_id: location?.id, message, isAccepted: true, anyway: false };
}

/** What was typed, on top of how somebody else has left the meeting. */
export function onTheirs(typed: MeetingValues, from: MeetingValues, theirs: Meeting): MeetingValues {
  const to = valuesOf(theirs);
  const changed = Object.entries(typed).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(from[key as keyof MeetingValues]),
  );
  return { ...to, ...Object.fromEntries(changed), anyway: false };
}

/** When a meeting ends; empty where its start is no moment, such as one of a year that no calendar has. */
export function endOf({ start, minutes }: Pick<MeetingValues, "start" | "minutes">): string {
  const end = new Date(Date.parse(start ?? "") + minutes * 60_000);
  return Number.isNaN(end.getTime()) ? "" : end.toISOString();
}
