// The events of one year as bars along its months. Pure.
import type { Event } from "#schemas/session.ts";
import { localTime } from "#schemas/time.ts";

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
  /** All of the year, by their start. */
  events: readonly Event[];
  /** Of those the nearest to today. */
  bars: readonly Bar[];
  /** Shares of the year at which its months begin. */
  months: readonly number[];
  /** The share of the year that has passed, while it lasts. */
  today: number | undefined;
}

const DAY = 86_400_000;
const startOf = (year: number, month = 0) => Date.UTC(year, month, 1);

/** Those that have been put away stand in the list alone. */
const isKept = ({ id, archived }: Event) => id !== 0 && !archived;

const byStart = (a: Event, b: Event) => a.date.date_start.localeCompare(b.date.date_start) || a.id - b.id;

/** How long ago it ended, or how long it is until it begins. */
const farOf = ({ date }: Event, now: Date) =>
  Math.max(0, Date.parse(date.date_start) - now.getTime(), now.getTime() - Date.parse(date.date_end));

/** First and last day on the clocks of the event, and how many there are with both. */
export function lengthOf({ date, timezone }: Event): { first: string; last: string; days: number } {
  const [first, last] = [date.date_start, date.date_end].map((at) => localTime(at, timezone).slice(0, 10)) as [
    string,
    string,
  ];
  return { first, last, days: Math.round((Date.parse(last) - Date.parse(first)) / DAY) + 1 };
}

/** What the address of the list asks for, to show the events of a year. */
export function filterOfYear(year: number): string {
  const [first, end] = [startOf(year), startOf(year + 1)].map((time) => new Date(time).toISOString());
  return JSON.stringify([
    ["date_end", "gte", first],
    ["date_start", "lt", end],
  ]);
}

/** The events that touch a year, by their start; days are those of UTC, which no picture of a year tells apart. */
export function yearOf(events: readonly Event[], year: number, now: Date): Year {
  const [first, end] = [startOf(year), startOf(year + 1)];
  const shareAt = (time: number) => Math.min(1, Math.max(0, (time - first) / (end - first)));
  const all = events
    .filter(isKept)
    .filter(({ date }) => Date.parse(date.date_end) >= first && Date.parse(date.date_start) < end)
    .sort(byStart);
  const nearest = [...all].sort((a, b) => farOf(a, now) - farOf(b, now)).slice(0, MOST_BARS);
  const bars = nearest.sort(byStart).map((event) => ({
    event,
    from: shareAt(Date.parse(event.date.date_start)),
    to: shareAt(Date.parse(event.date.date_end)),
  }));
  const isOn = now.getTime() >= first && now.getTime() < end;
  return {
    year,
    events: all,
    bars,
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
    .sort(byStart)
    .slice(0, most);
}
