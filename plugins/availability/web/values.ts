// What the form holds, and the rows of its list. Pure.
import { localTime } from "#schemas/time.ts";
import {
  common,
  covers,
  type Day,
  type Instants,
  instantAt,
  instantsOf,
  joined,
  MOST,
  QUARTER,
  quartersOf,
  type Span,
  spanOf,
  type Windows,
  wholeOf,
  without,
} from "../contract.ts";

export interface Values {
  windows: Windows;
}

export const KINDS = ["whole", "times", "none"] as const;
export type Kind = (typeof KINDS)[number];

export function kindOf(windows: Windows): Kind {
  return windows === null ? "whole" : windows.length === 0 ? "none" : "times";
}

/** The times that the picture shows: throughout is all of the event. */
export function spansOf(windows: Windows, days: readonly Day[]): Span[] {
  return windows === null ? [wholeOf(days)] : joined(windows.map(spanOf));
}

/** The list shows each time within one day, which says the same. */
export function byDay(windows: Windows, days: readonly Day[]): Instants[] {
  const spans = (windows ?? []).map(spanOf);
  const rows = spans.flatMap((span) => [
    ...without([span], [wholeOf(days)]),
    ...days.flatMap((day) => common([span], [day])),
  ]);
  return rows.sort((a, b) => a.from - b.from).map(instantsOf);
}

/** The times once some quarters have been added or taken away; all of the event is throughout again. */
export function painted(windows: Windows, days: readonly Day[], quarters: readonly Span[], isOn: boolean): Windows {
  const before = spansOf(windows, days);
  const after = isOn ? joined([...before, ...quarters]) : without(before, quarters);
  return covers(after, wholeOf(days)) ? null : byDay(after.map(instantsOf), days);
}

/** The times of somebody else, as far as they lie within the event. */
export function copied(windows: Windows, days: readonly Day[]): Windows {
  return windows && byDay(common(windows.map(spanOf), [wholeOf(days)]).map(instantsOf), days);
}

/** A further time: from nine to six on the first day of which nothing is said, else the first hour that is left of one. */
export function nextTime(windows: Windows, days: readonly Day[], zone: string): Instants | undefined {
  const spans = joined((windows ?? []).map(spanOf));
  const day = days.find((one) => common(spans, [one]).length === 0);
  if (day) return instantsOf(clocksBetween(day, "09:00", "18:00", zone));
  const [left] = days.flatMap((one) => without([one], spans));
  return left && instantsOf({ from: left.from, to: Math.min(left.from + HOUR, left.to) });
}
const HOUR = 60;

/** The minute at which the clocks of a day first show a time, or the next one that they show. */
function minuteAt(day: Day, time: string, zone: string): number {
  const shown = quartersOf(day, zone).find((one) => one.time >= time && one.spans.length > 0);
  return shown?.spans[0]?.from ?? day.to;
}

/** From one time until another, as the clocks of a day show them; at least its last quarter. */
function clocksBetween(day: Day, begin: string, end: string, zone: string): Span {
  const from = Math.min(minuteAt(day, begin, zone), day.to - QUARTER);
  return { from, to: Math.max(minuteAt(day, end, zone), from + QUARTER) };
}

/** The day in which a time begins; undefined where it lies outside of the event. */
export function dayOf({ start, end }: Instants, days: readonly Day[]): Day | undefined {
  const { from, to } = spanOf({ start, end });
  return days.find((day) => from >= day.from && to <= day.to);
}

/** The same time on another day, as the clocks show it; midnight is the end of that day. */
export function onDay(time: Instants, before: Day, day: Day, zone: string): Instants {
  const { from, to } = spanOf(time);
  const clock = (minute: number) => localTime(instantAt(minute), zone).slice(11);
  return instantsOf(clocksBetween(day, clock(from), to === before.to ? MIDNIGHT : clock(to), zone));
}
const MIDNIGHT = "24:00";

/** What is saved: the list may hold several times that are one. */
export function joinedOf({ windows }: Values): Windows {
  return windows && joined(windows.map(spanOf)).map(instantsOf);
}

export function isTooMany(windows: Windows): boolean {
  return joined((windows ?? []).map(spanOf)).length > MOST;
}
