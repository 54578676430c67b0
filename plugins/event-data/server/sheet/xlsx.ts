// A sheet as XLSX, written in a stream: the rows go through the zip as they come and are never all in memory.
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { looksLikeFormula } from "#schemas/formula.ts";
import type { Cell, Sheet } from "./cell.ts";
import { clockText } from "./csv.ts";
import { contentTypes, relations, STYLE, styles, workbook, workbookRelations } from "./xlsxParts.ts";

/** Rows that the format has room for, without the headings. */
export const XLSX_ROWS = 1_048_575;
const TEXT_LIMIT = 32_767;
const DAY_MS = 86_400_000;
/** The day that the format counts as 0. */
const EPOCH = Date.UTC(1899, 11, 30);

/** The first day that all programs show alike: the format knows none before 1900, and a 29 February of that year. */
const FIRST_DAY = Date.UTC(1900, 2, 1);

/** The file in pieces. */
export function writeXlsx(sheet: Sheet, made: Date): AsyncIterable<Buffer> {
  const zip = new ZipFile();
  const options = { mtime: made, compress: true, compressionLevel: 6 };
  const parts: [string, string][] = [
    ["[Content_Types].xml", contentTypes],
    ["_rels/.rels", relations],
    ["xl/workbook.xml", workbook(escaped(sheetName(sheet.name)))],
    ["xl/_rels/workbook.xml.rels", workbookRelations],
  ];
  for (const [path, xml] of parts) zip.addBuffer(Buffer.from(xml), path, options);
  const source = Readable.from(sheetXml(sheet), { objectMode: false, highWaterMark: 256 * 1024 });
  const out = zip.outputStream as Readable;
  // A row that cannot be read ends the file with that error instead of leaving its reader waiting.
  source.on("error", (error) => out.destroy(error));
  zip.addReadStream(source, "xl/worksheets/sheet1.xml", options);
  // Behind the rows, which bring formats with them.
  zip.addReadStreamLazy("xl/styles.xml", options, (give) =>
    give(null, Readable.from([Buffer.from(styles((sheet.formats ?? []).map(escaped)))])),
  );
  zip.end();
  return out;
}

async function* sheetXml({ headings, rows, separated }: Sheet): AsyncGenerator<Buffer> {
  const last = columnName(headings.length - 1);
  const columns = headings.map(
    (title, at) => `<col min="${at + 1}" max="${at + 1}" width="${widthOf(title)}" customWidth="1"/>`,
  );
  const head = headings.map((title, at) => cellXml(title, at, 1, { style: STYLE.heading })).join("");
  yield Buffer.from(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
      `<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
      `<cols>${columns.join("")}</cols><sheetData><row r="1">${head}</row>`,
  );
  const looks = headings.map((_, at) => ({ isSeparated: separated?.has(at) === true }));
  let row = 1;
  for await (const block of rows) {
    let xml = "";
    for (const cells of block) {
      row += 1;
      xml += `<row r="${row}">`;
      for (let at = 0; at < cells.length; at++) xml += cellXml(cells[at] ?? null, at, row, looks[at]);
      xml += "</row>";
    }
    yield Buffer.from(xml);
  }
  yield Buffer.from(`</sheetData><autoFilter ref="A1:${last}${row}"/></worksheet>`);
}

function cellXml(value: Cell, at: number, row: number, look: { style?: number; isSeparated?: boolean } = {}): string {
  if (value === null || value === "") return "";
  const place = `r="${columnName(at)}${row}"`;
  if (typeof value === "number") {
    if (!Number.isFinite(value)) return "";
    const style = look.isSeparated ? ` s="${Number.isInteger(value) ? STYLE.whole : STYLE.decimal}"` : "";
    return `<c ${place}${style}><v>${value}</v></c>`;
  }
  if (typeof value === "boolean") return `<c ${place} t="b"><v>${value ? 1 : 0}</v></c>`;
  if (value instanceof Date) return `<c ${place} s="${STYLE.date}"><v>${daysOf(value.getTime())}</v></c>`;
  if (typeof value === "object" && value.shown >= FIRST_DAY)
    return `<c ${place} s="${STYLE.format + value.format}"><v>${daysOf(value.shown)}</v></c>`;
  return textXml(typeof value === "object" ? clockText(value) : value, place, look);
}

function textXml(value: string, place: string, look: { style?: number }): string {
  const text = value.length > TEXT_LIMIT ? value.slice(0, TEXT_LIMIT) : value;
  // A string cell is not run; marked as quoted, it stays a string when somebody edits it.
  const style = look.style ?? (looksLikeFormula(text) ? STYLE.quoted : undefined);
  return `<c ${place} t="inlineStr"${style === undefined ? "" : ` s="${style}"`}><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

const daysOf = (time: number) => (time - EPOCH) / DAY_MS;

const names: string[] = [];

/** A, B, … Z, AA, AB … */
function columnName(at: number): string {
  const known = names[at];
  if (known) return known;
  const own = String.fromCharCode(65 + (at % 26));
  const name = at < 26 ? own : columnName(Math.floor(at / 26) - 1) + own;
  names[at] = name;
  return name;
}

function widthOf(title: string): number {
  return Math.min(60, Math.max(14, title.length + 4));
}

/** The format forbids some signs in a sheet's name, and more than 31 of them. */
function sheetName(name: string): string {
  return (
    name
      .replace(/[\\/?*[\]:']/g, " ")
      .trim()
      .slice(0, 31) || "Sheet"
  );
}

const SPECIAL: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  if (!NEEDS_CARE.test(text)) return text;
  return text
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .replace(FORBIDDEN, "")
    .replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_")
    .replace(/[&<>"]/g, (sign) => SPECIAL[sign] as string);
}

// XML has no way to write these signs at all.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to take out
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same, with those that are escaped and halves of pairs
const NEEDS_CARE = /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\ud800-\udfff]|_x/i;
