// With which sign a file writes decimals: its numbers tell, else the separator of its cells and the language of its headings. Pure.
import type { Decimal } from "#schemas/answers/read.ts";
import type { Field } from "#schemas/fields.ts";
import { isGerman } from "./columns/columns.ts";
import type { FileRow, Table } from "./read/table.ts";

const COMMA = /^[+-]?(?:\d+,(?:\d{1,2}|\d{4,})|0,\d+|\d{4,},\d+|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,})$/;
const POINT = /^[+-]?(?:\d+\.(?:\d{1,2}|\d{4,})|0\.\d+|\d{4,}\.\d+|\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:,\d{3}){2,})$/;

/** Undefined where numbers are read as everywhere else, as in workbooks, which know what they are. */
export function decimalOf(
  { facts, headings }: Pick<Table, "facts" | "headings">,
  first: readonly FileRow[],
  columns: readonly { at: number; field: string }[],
  fields: readonly Field[],
): Decimal | undefined {
  if (facts.format !== "csv") return undefined;
  const numbers = new Set(fields.flatMap(({ key, kind }) => (kind === "number" ? [`fields.${key}`] : [])));
  const places = columns.filter(({ field }) => numbers.has(field)).map(({ at }) => at);
  const cells = first.flatMap(({ cells }) => places.map((at) => cells[at]?.trim() ?? ""));
  const [comma, point] = [COMMA, POINT].map((form) => cells.some((cell) => form.test(cell)));
  if (comma !== point) return comma ? "," : ".";
  // Where a decimal comma is usual, spreadsheets write semicolons between cells.
  if (facts.separator !== ";") return undefined;
  return !comma && isGerman(headings, fields) ? "," : "unsure";
}

const THOUSANDS = /^[+-]?[1-9]\d{0,2}([.,])\d{3}$/;

/** What is told of a cell whose sign is read as one of thousands, once for a field. */
export function toldOf(text: string, decimal: Decimal | undefined): string | undefined {
  const sign = THOUSANDS.exec(text)?.[1];
  if (!sign || !decimal || decimal === "unsure" || sign === decimal) return undefined;
  return sign === "." ? "pointThousands" : "commaThousands";
}
