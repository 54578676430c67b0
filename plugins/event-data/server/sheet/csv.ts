// A sheet as CSV that spreadsheet programs open without asking: UTF-8 with BOM, CRLF, nothing that would be run; commas, or semicolons
// where a comma stands before decimals.
import { isErrorText, plainCell } from "#schemas/formula.ts";
import { LOCALES } from "#schemas/scalars.ts";
import type { Cell, Clock, Sheet } from "./cell.ts";

const BOM = "\ufeff";

/** What stands between cells. */
export type Separator = "," | ";";

/** Between cells a program of this language looks for semicolons where it writes decimals with a comma. */
export function separatorIn(locale: string): Separator {
  if (!LOCALES.some((one) => one === locale)) return ",";
  return new Intl.NumberFormat(locale).format(1.5).includes(",") ? ";" : ",";
}

/** The file in pieces. */
export async function* writeCsv({ headings, rows }: Sheet, separator: Separator = ","): AsyncGenerator<Buffer> {
  yield Buffer.from(BOM + line(headings, none, separator));
  for await (const block of rows) yield Buffer.from(block.map((cells) => line(cells, none, separator)).join(""));
}

const none = (_at: number) => false;

/** One line of the file. `isError`: the cells that were read as the error of a formula are one still. */
export function line(cells: readonly Cell[], isError = none, separator: Separator = ","): string {
  const text = (one: Cell, at: number) =>
    typeof one === "number" && separator === ";" ? withComma(one) : cell(one, isError(at));
  return `${cells.map(text).join(separator)}\r\n`;
}

/** A comma before three figures might stand before thousands; and alone in its line it might stand between cells. */
function withComma(value: number): string {
  const text = String(value).replace(".", ",");
  if (!text.includes(",")) return text;
  return `"${/,\d{3}$/.test(text) ? `${text}0` : text}"`;
}

function cell(value: Cell, asRead: boolean): string {
  if (value === null) return "";
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object") return clockText(value);
  if (typeof value !== "string") return String(value);
  const text = asRead && isErrorText(value) ? value : plainCell(value);
  return /[",\r\n;\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A form that spreadsheet programs and imports take for a date in any language; a moment says its zone. */
export function clockText({ shown, ahead }: Clock): string {
  const text = new Date(shown).toISOString();
  if (ahead === undefined) return text.slice(0, 10);
  return `${text.slice(0, 10)} ${text.slice(11, text.endsWith(":00.000Z") ? 16 : 19)}${ahead}`;
}
