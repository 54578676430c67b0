// Days as spreadsheets count them, as they are shown, and the numbers that are such days where a date is wanted.
import type { DateLook } from "./xlsx.ts";

const DAY_MS = 86_400_000;
const EPOCH = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** The format counts a 29 February of 1900, which there never was: the days before it are one later than counted from the epoch. */
const LEAP_DAY = 60;

export function dateOf(days: number, { kind, ahead = "" }: DateLook, startsIn1904: boolean): string {
  if (kind === "elapsed") return elapsed(days);
  const epoch = startsIn1904 ? EPOCH_1904 : days >= 1 && days < LEAP_DAY ? EPOCH + DAY_MS : EPOCH;
  if (epoch === EPOCH && Math.floor(days) === LEAP_DAY) return "1900-02-29";
  const time = Math.round((epoch + days * DAY_MS) / 1000) * 1000;
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return String(days);
  const [day, clock = ""] = date.toISOString().split(/[T.]/);
  const shown = clock.replace(/:00$/, "");
  if (days >= 0 && days < 1) return shown;
  return kind === "time" && (ahead || clock !== "00:00:00") ? `${day} ${shown}${ahead}` : (day as string);
}

/** Hours that have passed are no day: 1.25 is 30:00. */
function elapsed(days: number): string {
  const seconds = Math.round(Math.abs(days) * 86_400);
  const two = (number: number) => String(number).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${days < 0 && seconds > 0 ? "-" : ""}${hours}:${two(minutes)}${rest > 0 ? `:${two(rest)}` : ""}`;
}

const SERIAL = /^\d{5}(?:[.,]\d{1,15})?$/;
/** Days of which a date field may well be: other numbers are something else. */
const FIRST = Date.UTC(1950, 0, 1);
const END = Date.UTC(2101, 0, 1);

/** The date of a cell that holds the number of its day, as tables show it that have lost what their numbers are. */
export function serialDate(text: string, kind: "date" | "datetime", startsIn1904 = false): string | undefined {
  if (!SERIAL.test(text)) return undefined;
  const days = Number(text.replace(",", "."));
  const time = (startsIn1904 ? EPOCH_1904 : EPOCH) + days * DAY_MS;
  if (time < FIRST || time >= END) return undefined;
  return dateOf(days, { kind: kind === "date" ? "date" : "time" }, startsIn1904);
}
