// The hours of the day in which a session runs, as the clocks of a zone show them: the picture counts by them, the list filters by them.

const HOUR = 3_600_000;
const LONGEST_COUNTED = 24 * HOUR;
const formats = new Map<string, Intl.DateTimeFormat>();

function hourIn(zone: string, instant: number): number {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", hourCycle: "h23" });
  formats.set(zone, format);
  return Number(format.format(instant));
}

/** Every hour of which it has a part; its end belongs to none. */
export function hoursOf({ start, end }: { start: string; end: string }, zone: string): Set<number> {
  const from = Date.parse(start);
  const last = Math.min(Date.parse(end), from + LONGEST_COUNTED);
  const hours = new Set<number>();
  // Clocks may be ahead by quarters of an hour.
  for (let at = from; at < last; at += HOUR / 4) hours.add(hourIn(zone, at));
  if (last > from) hours.add(hourIn(zone, last - 1));
  return hours;
}

/** An hour as it is called: `09:00`. */
export const hourName = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
