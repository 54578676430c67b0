// The columns that somebody has chosen: which fields a file may fill, and that each is filled once. Pure.
import type { ImportColumn } from "../../contract.ts";

/** What profiles have of their own that a file may fill, besides the event's fields. */
const FIELDS = "id name first_name last_name email company_name job_title country status type_id".split(" ");

type Chosen = Pick<ImportColumn, "at" | "field">;

/** Why columns cannot be as they were chosen: a text with its values. */
export function faultOf(columns: readonly Chosen[]): { key: string; values?: Record<string, string> } | undefined {
  const fields = columns.flatMap(({ field }) => field ?? []);
  const unknown = fields.find((field) => !FIELDS.includes(field) && !/^fields\.(?!__proto__$)/.test(field));
  if (unknown) return { key: "refused.noField", values: { field: unknown, known: FIELDS.join(", ") } };
  const places = columns.map(({ at }) => at);
  const isTwice = new Set(fields).size < fields.length || new Set(places).size < places.length;
  return isTwice ? { key: "fault.clash" } : undefined;
}
