// The columns that somebody has chosen: which fields a file may fill, and that each is filled once. Pure.
import { IMPORT_FIELDS, type ImportColumn } from "../../contract.ts";

const FIELDS: readonly string[] = IMPORT_FIELDS;

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
