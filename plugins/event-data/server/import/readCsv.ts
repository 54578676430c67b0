// A CSV file as rows with their line numbers: encoding and separator are found, quoted line breaks stay together.
import { Readable } from "node:stream";
import { parse } from "csv-parse";
import { problem } from "#server";

/** One row, with the line of the file on which it begins. */
export interface FileRow {
  line: number;
  cells: string[];
}

const SEPARATORS = [",", ";", "\t", "|"];
const PIECE = 64 * 1024;
const RECORD_LIMIT = 1_000_000;

/** The rows of a file, the headings first. Refuses what is no table of text. */
export async function* readCsv(file: Buffer): AsyncGenerator<FileRow> {
  const text = decoded(file);
  const named = /^sep=(.)\r?\n/.exec(text);
  const body = named ? text.slice(named[0].length) : text;
  const delimiter = named?.[1] ?? separatorOf(body);
  const options = {
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: RECORD_LIMIT,
  };
  let last = named ? 1 : 0;
  try {
    for await (const { record, info } of Readable.from(pieces(body)).pipe(parse(options))) {
      // The parser tells the line on which a record ends.
      const end = (info as { lines: number }).lines + (named ? 1 : 0);
      yield { line: Math.max(last + 1, end - breaksIn(record as string[])), cells: record as string[] };
      last = end;
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && String(error.code).startsWith("CSV_"))) throw error;
    throw refused(`The file cannot be read after line ${last}: ${error.message}`);
  }
}

function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
}

function breaksIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}

/** By its mark, else UTF-8, else the encoding that Windows spreadsheets write. */
function decoded(file: Buffer): string {
  const mark = file.subarray(0, 2).toString("hex");
  if (mark === "fffe") return new TextDecoder("utf-16le").decode(file);
  if (mark === "feff") return new TextDecoder("utf-16be").decode(file);
  if (file.subarray(0, 4).toString("latin1") === "PK\u0003\u0004")
    throw refused("This is a workbook or a zip file, not CSV");
  if (file.includes(0)) throw refused("The file holds bytes that no text has");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    return new TextDecoder("windows-1252").decode(file);
  }
}

/** The separator that stands most often in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const [line = ""] = text.split(/\r?\n/, 1);
  const bare = line.replace(/"[^"]*"/g, "");
  const counted = SEPARATORS.map((sign) => ({ sign, count: bare.split(sign).length }));
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).sign;
}

function refused(message: string) {
  return problem("invalid", { message });
}
