// A file as a table, whatever it was: its headings, its rows with their lines, and what was found out about it.
import { pause, problem } from "#server";

/** One row, with the line of the file on which it begins. */
export interface FileRow {
  line: number;
  cells: string[];
}

/** What was found out before the first row. */
export interface FileFacts {
  format: "csv" | "xlsx" | "open-event";
  /** The kind of records of an Open Event file. */
  records?: "speakers" | "sponsors";
  encoding?: string;
  separator?: string;
  sheets?: string[];
  sheet?: string;
}

/** A file that has been opened. `notes` may grow until the last row has been read. */
export interface OpenFile {
  facts: FileFacts;
  notes: FileNote[];
  rows: AsyncIterable<FileRow>;
}

/** Something about the file that a person should know: a key of its sentence, with values. */
export interface FileNote {
  line: number;
  key: string;
  values?: Record<string, string | number>;
}

/** The same bytes again each time that they are asked for. */
export type Bytes = () => AsyncIterable<Buffer>;

export interface Table extends OpenFile {
  headings: string[];
  headingLine: number;
}

const LOOKED_AT = 10;
const BLANK_ROWS_TOLD = 1_100_000;

/**
 * Finds the row of the headings: the first one in which `isHeading` knows a cell, among the first ten; else the first one
 * that is not blank. What stands above it, such as the title of a list, is passed over.
 */
export async function tableOf(file: OpenFile, isHeading: (cell: string) => boolean): Promise<Table> {
  const rows = file.rows[Symbol.asyncIterator]();
  const first: FileRow[] = [];
  while (first.length < LOOKED_AT) {
    const { value, done } = await rows.next();
    if (done) break;
    if (!isBlank(value)) first.push(value);
    if (!isBlank(value) && value.cells.some(isHeading)) break;
  }
  if (first.length === 0) throw refused("noRows");
  const known = first.findIndex((row) => row.cells.some(isHeading));
  const at = Math.max(known, 0);
  const head = first[at] as FileRow;
  return { ...file, headings: head.cells.map((cell) => cell.trim()), headingLine: head.line, rows: rest() };

  async function* rest(): AsyncGenerator<FileRow> {
    const giveWay = pause();
    let blank = 0;
    yield* first.slice(at + 1);
    for (;;) {
      const { value, done } = await rows.next();
      if (done) return;
      await giveWay();
      if (!isBlank(value)) {
        blank = 0;
        yield value;
      } else if (++blank > BLANK_ROWS_TOLD) return;
    }
  }
}

/** With this begins a line of hints, as our template has one; it says nothing about anybody. */
export const HINT = "»";

export function isBlank({ cells }: FileRow): boolean {
  return cells.every((cell) => cell.trim() === "") || cells[0]?.startsWith(HINT) === true;
}

/** Reads what is left to the end, without keeping it. */
export async function wholeOf(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of bytes) pieces.push(piece);
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
