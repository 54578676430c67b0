// Dates as schedules write them, turned into UTC instants. Zones come from the platform's own tables.

const MINUTE = 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** The formatter of a zone; undefined when the platform does not know the zone. */
function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(zone);
  if (known) return known;
  try {
    const format = new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    formats.set(zone, format);
    return format;
  } catch {
    return undefined;
  }
}

/** Whether the platform knows the zone. */
export function isZone(zone: string): boolean {
  return formatOf(zone) !== undefined;
}

/** The wall clock of a zone at an instant, as if it were UTC. */
function wallClock(format: Intl.DateTimeFormat, instant: number): number {
  const part: Record<string, string> = {};
  for (const { type, value } of format.formatToParts(instant)) part[type] = value;
  return Date.parse(`${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}Z`);
}

/** The instant as the clocks of a zone show it, without the zone; undefined when the platform does not know the zone. */
export function onClocksOf(zone: string, instant: number): string | undefined {
  const format = formatOf(zone);
  return format && new Date(wallClock(format, instant)).toISOString().slice(0, 19);
}

/** The calendar date of an instant in a zone, as `YYYY-MM-DD`. */
export function dateIn(zone: string, instant: string): string {
  const format = formatOf(zone);
  const at = Date.parse(instant);
  return new Date(format ? wallClock(format, at) : at).toISOString().slice(0, 10);
}

/** The instant at which the wall clock of a zone shows what `local` says; `local` is read as if it were UTC. */
export function fromWallClock(local: number, zone: string): number {
  const format = formatOf(zone);
  if (!format) return local;
  const first = local - (wallClock(format, local) - local);
  // Near a change of the clocks the first guess may stand on the wrong side of it.
  return local - (wallClock(format, first) - first);
}

const DATE_TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(?:\.\d+)?\s*(Z|[+-]\d\d:?\d\d)?$/;

export type Reading = { instant: string } | "invalid" | "no-zone";

/** Reads a date with time. Its own offset counts; without one the zone does; without either it cannot be placed. */
export function readDateTime(text: string, zone: string | undefined): Reading {
  const match = DATE_TIME.exec(text.trim());
  if (!match) return "invalid";
  const [, date, time, seconds = ":00", offset] = match;
  const local = Date.parse(`${date}T${time}${seconds}Z`);
  // `Date.parse` lets 31 April roll over into May.
  if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 10) !== date) return "invalid";
  if (offset) return { instant: new Date(local - offsetMinutes(offset) * MINUTE).toISOString() };
  if (zone === undefined) return "no-zone";
  return { instant: new Date(fromWallClock(local, zone)).toISOString() };
}

function offsetMinutes(offset: string): number {
  if (offset === "Z") return 0;
  const sign = offset.startsWith("-") ? -1 : 1;
  return sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2)));
}

/** Minutes of `H:MM` or `H:MM:SS`; undefined when it is neither. */
export function readDuration(text: string): number | undefined {
  const match = /^(\d{1,3}):([0-5]\d)(?::[0-5]\d)?$/.exec(text.trim());
  return match ? Number(match[1]) * 60 + Number(match[2]) : undefined;
}

/** An instant so many minutes later. */
export function addMinutes(instant: string, minutes: number): string {
  return new Date(Date.parse(instant) + minutes * MINUTE).toISOString();
}

/** Whether a session that begins on one date ends on a later one. Midnight itself belongs to the new date. */
export function endsOnLaterDate(start: string, end: string, zone: string): boolean {
  return dateIn(zone, start) !== dateIn(zone, end);
}
