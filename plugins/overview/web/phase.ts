// Where an event stands in time, and how long until that changes. Pure.
import type { Event } from "#schemas/session.ts";

export type Phase = "before" | "live" | "after";

export interface Moment {
  phase: Phase;
  /** Until it begins or ends, or since it ended (then negative), in the largest unit that says enough. */
  amount: number;
  unit: "day" | "hour" | "minute";
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function momentOf({ date }: Pick<Event, "date">, now: Date): Moment {
  const [start, end] = [Date.parse(date.date_start), Date.parse(date.date_end)];
  const at = now.getTime();
  const phase = at < start ? "before" : at <= end ? "live" : "after";
  const distance = (phase === "before" ? start : end) - at;
  return { phase, ...rounded(distance) };
}

/** Two days and more in days, two hours and more in hours; what is left is rounded so that nobody comes too late. */
function rounded(distance: number): Pick<Moment, "amount" | "unit"> {
  const far = Math.abs(distance);
  if (far >= 2 * DAY) return { amount: Math.trunc(distance / DAY), unit: "day" };
  if (far >= 2 * HOUR) return { amount: Math.trunc(distance / HOUR), unit: "hour" };
  return { amount: Math.trunc(distance / MINUTE), unit: "minute" };
}
