// The events of one year as bars along its months. Pure.
import type { Event } from "#schemas/session.ts";

/** Bars that are drawn; a year with more has a list. */
export const MOST_BARS = 40;

export interface Bar {
  event: Event;
  /** Where it begins and ends, as shares of the year. */
  from: number;
  to: number;
}

export interface Year {
  year: number;
  bars: readonly Bar[];
  /** Events of the year that are not drawn. */
  more: number;
  /** Shares of the year at which its months begin. */
  months: readonly number[];
  /** The share of the year that has passed, while it lasts. */
  today: number | undefined;
}

const startOf = (year: number, month = 0) => Date.UTC(year, month, 1);

/** Those that have been put away stand in the list alone. */
const isKept = ({ id, archived }: Event) => id !== 0 && !archived;

/** The events that touch a year, by their start; days are those of UTC, which no picture of a year tells apart. */
export function yearOf(events: readonly Event[], year: number, now: Date): Year {
  const [first, end] = [startOf(year), startOf(year + 1)];
  const shareAt = (time: number) => Math.min(1, Math.max(0, (time - first) / (end - first)));
  const all = events
    .filter(isKept)
    .filter(({ date }) => Date.parse(date.date_end) >= first && Date.parse(date.date_start) < end)
    .sort((a, b) => a.date.date_start.localeCompare(b.date.date_start) || a.id - b.id);
  const bars = all.slice(0, MOST_BARS).map((event) => ({
    event,
    from: shareAt(Date.parse(event.date.date_start)),
    to: shareAt(Date.parse(event.date.date_end)),
  }));
  const isOn = now.getTime() >= first && now.getTime() < end;
  return {
    year,
    bars,
    more: all.length - bars.length,
    months: Array.from({ length: 12 }, (_, month) => shareAt(startOf(year, month))),
    today: isOn ? shareAt(now.getTime()) : undefined,
  };
}

/** The first and the last year in which there is an event. */
export function yearsOf(events: readonly Event[], now: Date): { first: number; last: number } {
  const years = events
    .filter(isKept)
    .flatMap(({ date }) => [date.date_start, date.date_end].map((at) => new Date(at).getUTCFullYear()));
  const all = [...years, now.getUTCFullYear()];
  return { first: all.reduce((a, b) => Math.min(a, b)), last: all.reduce((a, b) => Math.max(a, b)) };
}

/** The events whose steps are told: those that are on, then those to come, the nearest first. */
export function nearOf(events: readonly Event[], now: Date, most: number): Event[] {
  const at = now.toISOString();
  return events
    .filter((event) => isKept(event) && event.date.date_end >= at)
    .sort((a, b) => a.date.date_start.localeCompare(b.date.date_start) || a.id - b.id)
    .slice(0, most);
}
