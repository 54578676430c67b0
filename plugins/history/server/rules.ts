// Decisions about lines of history: what can be taken back, and to what.
import { plainCell } from "#schemas/formula.ts";
import { localTime } from "#schemas/time.ts";
import { dayIn, daysBetween, problem, type Revertible } from "#server";

type Facts = Readonly<Record<string, unknown>>;

/** Actions that only change fields of something that stays. */
const CHANGING = new Set(["save", "revert"]);

/** How a line is taken back: fields are put back, what was created is removed, what was removed is made anew. */
export type Reversal = "fields" | "remove" | "bring_back";

/** What a line tells, as far as it decides whether it can be taken back. */
interface Line {
  action: string;
  before: unknown;
  object_type: string;
  erased_at: string | null;
}

/** How a line can be taken back by the area that it belongs to; undefined where it cannot. */
export function reversalOf(line: Line, kinds: Readonly<Record<string, Revertible>>): Reversal | undefined {
  const kind = kinds[line.object_type];
  if (!kind || line.erased_at !== null) return undefined;
  if (CHANGING.has(line.action) && line.before !== null) return "fields";
  if (line.action === "create" && kind.remove) return "remove";
  return line.action === "remove" && line.before !== null && kind.bringBack ? "bring_back" : undefined;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The values to put back. Throws where a later change stands in between, naming the fields. */
export function valuesToPutBack(
  change: { before: Facts; after: Facts },
  now: Facts,
  asked: readonly string[] | undefined,
): Record<string, unknown> {
  const fields = asked ?? Object.keys(change.before);
  const unknown = fields.filter((field) => !(field in change.before));
  if (unknown.length > 0)
    throw problem("invalid", { fields: { fields: `The change did not touch ${unknown.join(", ")}` } });
  const differing = fields.filter((field) => !same(now[field], change.after[field]));
  if (differing.length > 0) {
    throw problem("history.changed_since", {
      fields: Object.fromEntries(differing.map((field) => [field, "Changed again since"])),
    });
  }
  return Object.fromEntries(fields.map((field) => [field, change.before[field] ?? null]));
}

/** What differs between two looks at the same, on both sides; null where one of them has nothing. */
export function differenceOf(before: Facts, after: Facts): { before: Facts; after: Facts } {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = fields.filter((field) => !same(before[field], after[field]));
  const pick = (from: Facts) => Object.fromEntries(differing.map((field) => [field, from[field] ?? null]));
  return { before: pick(before), after: pick(after) };
}

/** A cell of a CSV file that no spreadsheet program takes for a formula. */
export function csvCell(value: unknown): string {
  const text = value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
  const safe = plainCell(text);
  return /[",\r\n;\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A moment on the clocks of a zone, with how far they are ahead, for example `2026-03-11T11:30:00+13:00`. */
export function momentIn(zone: string, instant: string): string {
  const local = localTime(instant, zone);
  const minute = Math.floor(Date.parse(instant) / MINUTE_MS);
  const ahead = Date.parse(`${local}:00Z`) / MINUTE_MS - minute;
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return `${local}:${instant.slice(17, 19)}${ahead < 0 ? "-" : "+"}${two(hours)}:${two(minutes)}`;
}

/** The last days on a zone's clocks, today last. */
export function daysOf(now: Date, count: number, zone: string): string[] {
  const today = dayIn(zone, now.toISOString());
  return daysBetween(new Date(Date.parse(today) - (count - 1) * DAY_MS).toISOString().slice(0, 10), today);
}
