// The days of an event on its clocks, as spans: a day on which clocks change is shorter or longer. Pure.
import { instantOf, localTime } from "#schemas/time.ts";
import { instantAt, QUARTER, type Span } from "./spans.ts";

export interface Day extends Span {
  /** `YYYY-MM-DD` on the clocks of the event. */
  date: string;
}

const MINUTE = 60_000;
const DAY = 24 * 60;

const dateAt = (minute: number, zone: string) => localTime(instantAt(minute), zone).slice(0, 10);

function following(date: string): string {
  return new Date(Date.parse(`${date}T00:00Z`) + DAY * MINUTE).toISOString().slice(0, 10);
}

/** The first minute of a day. Where clocks leap over midnight, or show it twice, that is not the one that they show at midnight. */
function beginOf(date: string, zone: string): number {
  let minute = Date.parse(instantOf(`${date}T00:00`, zone)) / MINUTE;
  while (dateAt(minute, zone) < date) minute += QUARTER;
  while (dateAt(minute - QUARTER, zone) >= date) minute -= QUARTER;
  return minute;
}

/** The days of an event, from the one in which it begins to the one in which it ends. A day that its clocks leap over is none. */
export function daysOf({ start, end, zone }: { start: string; end: string; zone: string }): Day[] {
  const last = localTime(end, zone).slice(0, 10);
  const days: Day[] = [];
  let date = localTime(start, zone).slice(0, 10);
  for (let from = beginOf(date, zone); date <= last; ) {
    const next = following(date);
    const to = beginOf(next, zone);
    if (from < to) days.push({ date, from, to });
    [date, from] = [next, to];
  }
  return days;
}

/** All of an event's days in one span. */
export function wholeOf(days: readonly Day[]): Span {
  return { from: days[0]?.from ?? 0, to: days.at(-1)?.to ?? 0 };
}

/** A quarter of an hour of a day, by what the clocks show: one, none where they leap over it, or two where they show it twice. */
export interface Quarter {
  /** `HH:mm`. */
  time: string;
  spans: readonly Span[];
}

/** The 96 quarters of a day. */
export function quartersOf({ from, to }: Day, zone: string): Quarter[] {
  const found = new Map<string, Span[]>();
  const isPlain = to - from === DAY && localTime(instantAt(from + DAY / 2), zone).slice(11) === "12:00";
  for (let minute = from; minute < to; minute += QUARTER) {
    const time = isPlain ? timeAt(minute - from) : localTime(instantAt(minute), zone).slice(11);
    found.set(time, [...(found.get(time) ?? []), { from: minute, to: minute + QUARTER }]);
  }
  return Array.from({ length: DAY / QUARTER }, (_, at) => {
    const time = timeAt(at * QUARTER);
    return { time, spans: found.get(time) ?? [] };
  });
}

function timeAt(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
