// A file as a table, whatever it was: its headings, its rows with their lines, and what was found out about it.
import { CSV_LIMIT, IMPORT_LIMIT } from "#schemas/core.ts";
import { pause, problem } from "#server";
import type { ENCODINGS } from "../../../contract.ts";
import { looksLikeMail } from "../columns/examples.ts";
import { Apart } from "./apart.ts";

export type Encoding = (typeof ENCODINGS)[number];

/** One row, with the line of the file on which it begins. */
export interface FileRow {
  line: number;
  cells: string[];
  /** Why nobody can say what stands in it. */
  problem?: { key: string; values?: Record<string, string | number> };
  /** Cells whose formula was kept without its value. */
  unkept?: readonly number[];
  /** Cells that are not there at all: unlike those that are empty they say nothing. */
  missing?: readonly number[];
  /** Cells that are texts, although they read as the error of a formula. */
  texts?: readonly number[];
  /** What cells hold that show a number in figures of their own. */
  numbers?: ReadonlyMap<number, string>;
}

/** The cells of a row as they are told, and what is known of some of them besides what stands in them. */
export interface ToldRow {
  line: number;
  cells: readonly string[];
  unkept?: readonly number[] | undefined;
  missing?: readonly number[] | undefined;
  texts?: readonly number[] | undefined;
}

/** What was found out before the first row. */
export interface FileFacts {
  format: "csv" | "xlsx" | "open-event";
  /** The kind of records of an Open Event file. */
  records?: "speakers" | "sponsors";
  encoding?: Encoding;
  separator?: string;
  sheets?: string[];
  sheet?: string;
  /** Its days are counted from 1904 on, where dates have not been read as such. */
  startsIn1904?: boolean;
}

/** A file that has been opened. `notes` may grow until the last row has been read. */
export interface OpenFile {
  facts: FileFacts;
  notes: FileNote[];
  rows: AsyncIterable<FileRow>;
  /** How much of the file has been read for the rows that were taken by now, 0 to 1. */
  share: () => number;
}

/** Something about the file that a person should know: a key of its sentence, with values. */
export interface FileNote {
  line: number;
  key: string;
  values?: Record<string, string | number>;
}

/** What a person says of how a file is written, where what was found is not true. */
export interface HowWritten {
  encoding?: Encoding | undefined;
  separator?: string | undefined;
}

/** The same bytes again each time that they are asked for. */
export type Bytes = () => AsyncIterable<Buffer>;

export interface Table extends OpenFile {
  headings: string[];
  headingLine: number;
}

const LOOKED_AT = 10;
const COLUMNS = 16_384;
const MEGABYTE = 1024 * 1024;
/** Signs that an address and the name before it may have. */
const ADDRESS = 600;

/**
 * Finds the row of the headings, among the first ten: of our own file of lines with problems, else the one in which
 * `isHeading` knows cells, else the first one about as wide as the others. What stands above it, such as the title of a
 * list, is passed over, and so are rows that `isHint` knows. Where an address stands in it, there are no headings, and it
 * is a row like the others.
 */
export async function tableOf(
  file: OpenFile,
  isHeading: (cell: string) => boolean,
  isHint: (cells: readonly string[]) => boolean,
): Promise<Table> {
  const rows = file.rows[Symbol.asyncIterator]();
  const first: FileRow[] = [];
  while (first.length < LOOKED_AT) {
    const { value, done } = await rows.next();
    if (done) break;
    if (!isBlank(value)) first.push(value);
  }
  if (first.length === 0) {
    // A list of nobody is a list.
    if (file.facts.format !== "open-event") throw refused("noRows");
    file.notes.push({ line: 1, key: "emptyList" });
    return { ...file, headings: [], headingLine: 1, rows: rest(0, new Set(), []) };
  }
  const at = headingAt(first, isHeading);
  const head = first[at] as FileRow;
  const own = new Map(head.cells.flatMap((cell, place) => (ownOf(cell) ? [[place, ownOf(cell)] as const] : [])));
  const isOwn = new Set(own.keys());
  for (const { line, problem } of first.slice(0, at + 1)) if (problem) file.notes.push({ line, ...problem });
  const records = [...own.values()].find((one) => one?.records)?.records;
  const facts = records ? { ...file.facts, records } : file.facts;
  if (own.size === 0 && file.facts.format !== "open-event" && head.cells.some(isAddress)) {
    const headings = Array.from({ length: Math.max(...first.map(({ cells }) => cells.length)) }, () => "");
    file.notes.push({ line: head.line, key: "noHeadings" });
    return { ...file, headings, headingLine: head.line, rows: rest(at, isOwn, headings) };
  }
  const headings = without(head.cells, isOwn).map((cell) => cell.trim());
  if (headings.length > COLUMNS) throw refused("tooManyColumns", { number: headings.length, limit: COLUMNS });
  return { ...file, facts, headings, headingLine: head.line, rows: rest(at + 1, isOwn, headings) };

  async function* rest(from: number, own: ReadonlySet<number>, headings: readonly string[]): AsyncGenerator<FileRow> {
    const giveWay = pause();
    // Records say by themselves that they are one.
    const apart = new Apart(file.facts.format === "open-event" ? 0 : headings.filter(Boolean).length, own.size > 0);
    const isNobody = (row: FileRow) => isBlank(row) || (!row.problem && isHint(row.cells));
    for (const row of first.slice(from)) if (!isNobody(bare(row, own))) yield apart.judged(bare(row, own));
    for (;;) {
      const { value, done } = await rows.next();
      if (done) return;
      await giveWay();
      const row = bare(value, own);
      if (!isNobody(row)) yield apart.judged(row);
    }
  }
}

function headingAt(rows: readonly FileRow[], isHeading: (cell: string) => boolean): number {
  const own = rows.findIndex(({ cells }) => cells.some(ownOf));
  if (own >= 0) return own;
  const widths = rows.map(({ cells }) => cells.filter((cell) => cell.trim() !== "").length);
  const known = rows.map(({ cells }) => (cells.some(isAddress) ? 0 : cells.filter(isHeading).length));
  const of = (counts: readonly number[], at: number) => counts[at] as number;
  let found = known.findIndex((count) => count > 0);
  if (found < 0) return widths.findIndex((width) => width * 2 > Math.max(...widths));
  // A title may be one of the words, too: what it is the title of is wider, and has more of them.
  for (let at = found + 1; at < rows.length; at++)
    if (of(known, at) > of(known, found) && of(widths, at) >= of(widths, found) * 2) found = at;
  return found;
}

/** Whether a cell is the address of a person, be it with the name before it. */
export const isAddress = (cell: string) => cell.length <= ADDRESS && looksLikeMail([cell.trim()]);

/** The headings of what our file of lines with problems says of its own; they hold no profile's values. */
export function ownHeadings({ format, records }: FileFacts): string[] {
  const from = format === "open-event" && records ? `, Open Event ${records}` : "";
  return ["Line (Lanyard)", `Problem (Lanyard${from})`];
}

function ownOf(heading: string): { records?: NonNullable<FileFacts["records"]> } | undefined {
  const found = /^\s*(?:line|problem) \(lanyard(?:, open event (speakers|sponsors))?\)\s*$/i.exec(heading);
  if (!found) return undefined;
  const records = found[1]?.toLowerCase() as FileFacts["records"];
  return records ? { records } : {};
}

function without(cells: readonly string[], own: ReadonlySet<number>): string[] {
  return cells.filter((_, at) => !own.has(at));
}

function bare(row: FileRow, own: ReadonlySet<number>): FileRow {
  if (own.size === 0) return row;
  const place = (at: number) => at - [...own].filter((one) => one < at).length;
  const moved = (places: readonly number[]) => places.filter((at) => !own.has(at)).map(place);
  return {
    ...row,
    cells: without(row.cells, own),
    ...(row.unkept ? { unkept: moved(row.unkept) } : {}),
    ...(row.missing ? { missing: moved(row.missing) } : {}),
    ...(row.texts ? { texts: moved(row.texts) } : {}),
    ...(row.numbers ? { numbers: new Map([...row.numbers].map(([at, text]) => [place(at), text])) } : {}),
  };
}

export function isBlank({ cells, problem, unkept = [] }: Pick<FileRow, "cells" | "problem" | "unkept">): boolean {
  return !problem && unkept.length === 0 && cells.every((cell) => cell.trim() === "");
}

/** The bytes of a file that is read whole: it may have fewer than one that is read line by line. */
export async function* upToLimit(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > IMPORT_LIMIT)
      throw refused("tooLarge", { limit: IMPORT_LIMIT / MEGABYTE, most: CSV_LIMIT / MEGABYTE });
    yield piece;
  }
}

export async function wholeOf(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of upToLimit(bytes)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** A refusal of the whole file: a key of its sentence, with values. */
export class FileRefused extends Error {
  constructor(
    readonly key: string,
    readonly values: Record<string, string | number> = {},
  ) {
    super(`${key} ${JSON.stringify(values)}`);
  }
}

export function refused(key: string, values?: Record<string, string | number>): FileRefused {
  return new FileRefused(key, values);
}

type Speak = (locale: string, key: string, values?: Record<string, unknown>) => string;

/** Does some work with a file; what refuses the file is said in the person's language. */
export async function inWords<T>(speak: Speak, locale: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    throw problem("invalid", { message: speak(locale, `event-data:import.refused.${error.key}`, error.values) });
  }
}
