// Decisions about lines of history: what can be taken back, and to what.
import { problem } from "#server";

type Facts = Readonly<Record<string, unknown>>;

/** Actions that only change fields of something that stays. */
const CHANGING = new Set(["save", "revert"]);

/** Whether a line tells of changed fields that an area knows how to put back. */
export function isRevertible(
  line: { action: string; before: unknown; object_type: string },
  types: Iterable<string>,
): boolean {
  return CHANGING.has(line.action) && line.before !== null && new Set(types).has(line.object_type);
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The values to put back. Throws where a later change stands in between, naming the fields. */
export function valuesToPutBack(
  change: { before: Facts; after: Facts },
  now: Facts,
  asked: readonly string[] | undefined,
): { before: Facts; after: Facts } {
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
  const pick = (from: Facts) => Object.fromEntries(fields.map((field) => [field, from[field] ?? null]));
  return { before: pick(change.after), after: pick(change.before) };
}

/** A cell of a CSV file that no spreadsheet program takes for a formula. */
export function csvCell(value: unknown): string {
  const text = value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n;\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
