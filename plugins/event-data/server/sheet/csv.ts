// A sheet as CSV that spreadsheet programs open without asking: UTF-8 with BOM, commas, CRLF, nothing that would be run.
import { isErrorText, plainCell } from "#schemas/formula.ts";
import type { Cell, Clock, Sheet } from "./cell.ts";

const BOM = "\ufeff";

/** The file in pieces. */
export async function* writeCsv({ headings, rows }: Sheet): AsyncGenerator<Buffer> {
  yield Buffer.from(BOM + line(headings));
  for await (const block of rows) yield Buffer.from(block.map((cells) => line(cells)).join(""));
}

/** One line of the file. `isError`: the cells that were read as the error of a formula are one still. */
export function line(cells: readonly Cell[], isError = (_at: number) => false): string {
  return `${cells.map((one, at) => cell(one, isError(at))).join(",")}\r\n`;
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
