// Where an event stands, in one word. Pure.
import type { EventRow } from "../contract.ts";

export const STATUSES = ["upcoming", "live", "ended", "inactive", "archived"] as const;
export type EventStatus = (typeof STATUSES)[number];

/** What a person decided counts before what the clock says. */
export function statusOf(
  event: Pick<EventRow, "active" | "archived_at" | "date_start" | "date_end">,
  now: Date,
): EventStatus {
  if (event.archived_at) return "archived";
  if (event.active === 0) return "inactive";
  const instant = now.getTime();
  if (instant < Date.parse(event.date_start)) return "upcoming";
  return instant <= Date.parse(event.date_end) ? "live" : "ended";
}
