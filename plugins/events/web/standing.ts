// How the app's events stand at a moment: how many are on, to come, over or put aside, and which is next. Pure.
import type { Event } from "#schemas/session.ts";

export interface Standing {
  live: number;
  upcoming: number;
  ended: number;
  inactive: number;
  /** The next to begin. */
  next: Event | undefined;
}

export function standingOf(events: readonly Event[], now: Date): Standing {
  const standing: Standing = { live: 0, upcoming: 0, ended: 0, inactive: 0, next: undefined };
  const at = now.toISOString();
  for (const event of events) {
    if (event.id === 0) continue;
    const { date_start, date_end } = event.date;
    if (event.active === 0) standing.inactive += 1;
    else if (date_end < at) standing.ended += 1;
    else if (date_start <= at) standing.live += 1;
    else {
      standing.upcoming += 1;
      if (!standing.next || date_start < standing.next.date.date_start) standing.next = event;
    }
  }
  return standing;
}

type Filter = readonly (readonly [string, string, string | number | boolean])[];

/**
 * The rows behind each number, in the words of the list's address. Archived events are counted for those who hold them in their
 * session, which are the ones allowed all events; nobody else's list may have more than was counted.
 */
export function filterOf(which: Exclude<keyof Standing, "next">, now: Date, withArchived: boolean): string {
  const at = now.toISOString();
  const filters: Record<typeof which, Filter> = {
    live: [
      ["active", "eq", 1],
      ["date_start", "lte", at],
      ["date_end", "gte", at],
    ],
    upcoming: [
      ["active", "eq", 1],
      ["date_start", "gt", at],
    ],
    ended: [
      ["active", "eq", 1],
      ["date_end", "lt", at],
    ],
    inactive: [["active", "eq", 0]],
  };
  return `show=${withArchived ? "all" : "current"}&filter=${encodeURIComponent(JSON.stringify(filters[which]))}`;
}
