// Decisions about meetings: what a time may be, what may become of a state, when everybody is free. Pure.
import { localTime } from "#schemas/time.ts";
import { problem } from "#server";
import { LONGEST, SHORTEST, type State } from "../contract.ts";

const MINUTE = 60_000;

/** A span of time in minutes since 1970; it ends before its last minute. */
export interface Span {
  from: number;
  to: number;
}

/** The span of two instants. Refuses what is no length of a meeting. */
export function spanOf({ start, end }: { start: string; end: string }): Span {
  const [from, to] = [Date.parse(start) / MINUTE, Date.parse(end) / MINUTE];
  const isWhole = Number.isInteger(from) && Number.isInteger(to);
  if (!isWhole || to - from < SHORTEST || to - from > LONGEST) throw problem("networking.too_long");
  return { from, to };
}

/** An instant as the tables keep it. */
export function instantAt(minute: number): string {
  return new Date(minute * MINUTE).toISOString();
}

export function overlaps(one: Span, other: Span): boolean {
  return one.from < other.to && one.to > other.from;
}

export function isPast(instant: string, now: Date): boolean {
  return Date.parse(instant) < now.getTime();
}

/** Whether a meeting is to take place, or may yet. */
export const isOn = (state: State) => state === "accepted" || state === "requested";

const NEXT: Record<State, readonly State[]> = {
  requested: ["accepted", "declined", "cancelled"],
  accepted: ["requested", "cancelled"],
  declined: ["requested", "accepted"],
  cancelled: ["requested", "accepted"],
};

/** Refuses a state that does not follow on another. */
export function mustFollow(before: State, after: State): void {
  if (before !== after && !NEXT[before].includes(after)) throw problem("networking.not_from_here");
}

const STEP = 15;
const WANTED = 3;
/** How far ahead free times are looked for, in minutes. */
export const AHEAD = 3 * 24 * 60;
const [MORNING, EVENING] = ["08:00", "20:00"];

/**
 * The next times from a wanted one on at which a meeting of its length overlaps nothing: on quarters of an hour, between
 * eight and eight on the clocks of the event, within three days. `open` are the times of each who is not available throughout.
 */
export function freeTimes(
  wanted: Span,
  busy: readonly Span[],
  zone: string,
  now: Date,
  open: readonly (readonly Span[])[] = [],
): string[] {
  const isOpen = ({ from, to }: Span) => open.every((times) => times.some((one) => one.from <= from && one.to >= to));
  const length = wanted.to - wanted.from;
  const found: string[] = [];
  const earliest = Math.max(wanted.from, Math.ceil(now.getTime() / MINUTE));
  for (let from = Math.ceil(earliest / STEP) * STEP; from < earliest + AHEAD; from += STEP) {
    const span = { from, to: from + length };
    if (busy.some((one) => overlaps(one, span)) || !isOpen(span) || !isByDay(span, zone)) continue;
    found.push(instantAt(from));
    if (found.length === WANTED) break;
  }
  return found;
}

function isByDay({ from, to }: Span, zone: string): boolean {
  const [start, end] = [localTime(instantAt(from), zone), localTime(instantAt(to), zone)];
  return start.slice(0, 10) === end.slice(0, 10) && start.slice(11) >= MORNING && end.slice(11) <= EVENING;
}
