// A CSV file as rows: encoding and separator are found, quoted line breaks stay together, lines keep their numbers.
import { isErrorText, textOfCell } from "#schemas/formula.ts";
import { isHeading } from "../columns/columns.ts";
import { decode } from "./encoding.ts";
import { hasBackslashes } from "./escapes.ts";
import { Meter } from "./meter.ts";
import { Records, recordsOf } from "./records.ts";
import type { Bytes, Encoding, FileRow, HowWritten, OpenFile } from "./table.ts";

const SEPARATORS = [",", ";", "\t", "|"];
/** Signs of a file that are looked into for its separator, and rows of it. */
const LOOKED_INTO = 64 * 1024;
const ROWS = 100;
const HEAD = 10;
/** What old programs write behind the last line, some of them to the end of a block. */
const END = "\u001a";
const isEnd = ([cell, ...more]: readonly string[]) =>
  more.length === 0 && cell?.startsWith(END) === true && cell.replaceAll(END, "") === "";
const NAMED = /^"?sep=(.)"?(?:\r\n|\n|\r)/i;

export async function openCsv(file: Bytes, how: HowWritten = {}, signal?: AbortSignal): Promise<OpenFile> {
  const meter = new Meter(file, signal);
  const { bytes } = meter;
  const { encoding, notes, text } = await decode(bytes, how.encoding);
  const { body, named } = await bodyOf(text);
  const outer = how.separator ?? named ?? separatorOf(body);
  const inner = separatorWithin(body, outer, how.separator);
  const areEscaped = await meter.meanwhile(() => areMarksEscaped(bytes, encoding, outer));
  return {
    facts: { format: "csv", encoding, separator: inner ?? outer },
    notes,
    rows: rowsOf(joined(body, text), {
      separator: outer,
      inner,
      line: named ? 2 : 1,
      hasBackslashes: areEscaped,
    }),
    share: meter.share,
  };
}

/** The beginning of a text after what names its separator, and that. */
async function bodyOf(text: AsyncGenerator<string>): Promise<{ body: string; named: string | undefined }> {
  const beginning = (await beginningOf(text)).replace(/^\ufeff/, "");
  const found = NAMED.exec(beginning);
  return { body: found ? beginning.slice(found[0].length) : beginning, named: found?.[1] };
}

/** Looks through the whole file, since its first mark within marks may stand anywhere; most files have no backslash before one. */
async function areMarksEscaped(bytes: Bytes, encoding: Encoding, separator: string): Promise<boolean> {
  const asked = async () => {
    const { text } = await decode(bytes, encoding);
    const { body } = await bodyOf(text);
    return joined(body, text);
  };
  let last = "";
  for await (const piece of await asked()) {
    if (`${last}${piece}`.includes('\\"')) return hasBackslashes(await asked(), separator);
    last = piece.slice(-1);
  }
  return false;
}

async function beginningOf(text: AsyncGenerator<string>): Promise<string> {
  let beginning = "";
  while (beginning.length < LOOKED_INTO) {
    const { value, done } = await text.next();
    if (done) break;
    beginning += value;
  }
  return beginning;
}

async function* joined(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

interface Rows {
  separator: string;
  /** Where each line is one cell of a table: what stands between the cells within it. */
  inner: string | undefined;
  line: number;
  hasBackslashes: boolean;
}

async function* rowsOf(text: AsyncIterable<string>, how: Rows): AsyncGenerator<FileRow> {
  const { separator, inner, line, hasBackslashes } = how;
  for await (const record of recordsOf(text, separator, line, hasBackslashes)) {
    if (isEnd(record.cells)) continue;
    const row = inner ? unwrapped(record, inner) : record;
    const cells = row.cells.map(plain);
    const texts = row.cells.flatMap((cell, at) => (cell !== cells[at] && isErrorText(cells[at] as string) ? [at] : []));
    yield texts.length > 0 ? { ...row, cells, texts } : { ...row, cells };
  }
}

/** Spreadsheets write ="0123" to keep a figure a text, and our export an apostrophe before what looks like a formula. */
function plain(cell: string): string {
  const first = cell.charCodeAt(0);
  if (first === 61 && cell.startsWith('="') && cell.endsWith('"') && cell.length > 2) return cell.slice(2, -1);
  return first === 39 ? textOfCell(cell) : cell;
}

/**
 * The separator with which headings are known; else the one that gives most rows the same number of cells. A title above
 * the table, and signs within its cells, are a few rows at most, or come without the headings.
 */
function separatorOf(text: string): string {
  const judged = SEPARATORS.map((sign) => ({ sign, ...judge(text, sign) }));
  const best = judged.reduce((most, one) =>
    (one.known - most.known || one.even - most.even || one.cells - most.cells) > 0 ? one : most,
  );
  return best.sign;
}

/**
 * A list that was opened as a table of one column, and saved as such, has each of its lines in quotation marks: they are
 * lines where their cells are as many, and have headings that are known.
 */
function separatorWithin(text: string, outer: string, wanted: string | undefined): string | undefined {
  const { rows } = firstRows(text, outer);
  if (rows.length < 2 || rows.some((cells) => cells.length > 1)) return undefined;
  const lines = rows.map(([cell = ""]) => cell).join("\n");
  const separator = wanted ?? separatorOf(lines);
  const inner = firstRows(lines, separator).rows;
  const width = inner[0]?.length ?? 0;
  const areAlike = width > 1 && inner.every((cells) => cells.length === width);
  return areAlike && inner.slice(0, HEAD).some((cells) => cells.some(isHeading)) ? separator : undefined;
}

function unwrapped(row: FileRow, separator: string): FileRow {
  const [line = "", ...more] = row.cells;
  if (row.problem || more.length > 0) return row;
  const record = new Records(separator);
  record.add(line);
  record.add();
  return { ...row, cells: record.next()?.cells ?? [] };
}

/** The first rows that hold something, and how many cells there are up to them. */
function firstRows(text: string, separator: string): { rows: string[][]; cells: number } {
  const rows: string[][] = [];
  let cells = 0;
  const records = new Records(separator);
  const beginning = text.slice(0, LOOKED_INTO);
  records.add(beginning);
  // The last record may be cut off; a file that has no more than this is looked at to its end.
  if (beginning.length < LOOKED_INTO) records.add();
  for (let row = records.next(); row && rows.length < ROWS; row = records.next()) {
    if (isEnd(row.cells)) continue;
    cells += row.cells.length;
    if (row.cells.some((cell) => cell.trim() !== "")) rows.push(row.cells);
  }
  return { rows, cells };
}

function judge(text: string, separator: string): { known: number; even: number; cells: number } {
  const { rows, cells } = firstRows(text, separator);
  const known = Math.max(0, ...rows.slice(0, HEAD).map((row) => row.filter(isHeading).length));
  const counts = new Map<number, number>();
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width = 1, most = 0] = [...counts].sort((one, other) => other[1] - one[1])[0] ?? [];
  const share = rows.length > 0 ? most / rows.length : 0;
  return { known, even: share + 0.3 * (1 - 1 / width) + (share === 1 ? 0.5 : 0), cells };
}
