// A CSV file as rows: encoding and separator are found, quoted line breaks stay together, lines keep their numbers.
import { type EventEmitter, once } from "node:events";
import { Readable } from "node:stream";
import { parse } from "csv-parse";
import { looksLikeFormula } from "#schemas/formula.ts";
import { decode } from "./encoding.ts";
import { type Bytes, type FileRow, type OpenFile, refused } from "./table.ts";

const SEPARATORS = [",", ";", "\t", "|"];
const RECORD_LIMIT = 1_000_000;
/** Signs of a file that are looked into for its separator. */
const LOOKED_INTO = 10_000;
const NAMED = /^sep=(.)(\r\n|\n|\r)/i;

export async function openCsv(bytes: Bytes): Promise<OpenFile> {
  const { encoding, text } = await decode(bytes);
  const { value: beginning = "" } = (await text.next()) as { value?: string };
  const start = beginning.replace(/^\ufeff/, "");
  const named = NAMED.exec(start);
  const body = named ? start.slice(named[0].length) : start;
  const separator = named?.[1] ?? separatorOf(body);
  return {
    facts: { format: "csv", encoding, separator },
    notes: [],
    rows: rowsOf(joined(body, text), separator, named ? 1 : 0),
  };
}

async function* joined(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (first) yield first;
  for await (const piece of rest) if (piece) yield piece;
}

async function* rowsOf(text: AsyncIterable<string>, delimiter: string, above: number): AsyncGenerator<FileRow> {
  const parser = Readable.from(text).pipe(
    parse({
      delimiter,
      relax_column_count: true,
      // A quotation mark in the middle of a cell is one; only at its beginning does it open.
      relax_quotes: true,
      skip_empty_lines: true,
      info: true,
      max_record_size: RECORD_LIMIT,
    }),
  );
  let last = above;
  let twice = 0;
  let broken: unknown;
  let isDone = false;
  parser.on("error", (error) => {
    broken = error;
  });
  parser.on("end", () => {
    isDone = true;
  });
  for (;;) {
    const read = parser.read() as { record: string[]; info: { lines: number } } | null;
    if (read) {
      // The parser tells the line on which a record ends, and counts a break of two signs inside of quotes twice.
      const { breaks, doubles } = breaksIn(read.record);
      twice += doubles;
      const end = read.info.lines + above - twice;
      yield { line: Math.max(last + 1, end - breaks), cells: read.record.map(plain) };
      last = end;
    } else if (broken) throw asRefusal(broken, last);
    else if (isDone) return;
    else await eitherOf(parser, "readable", "end");
  }
}

/** Leaves no listener behind for the one that did not come: a large file is waited for a thousand times. */
async function eitherOf(emitter: EventEmitter, ...events: readonly string[]): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  await Promise.race(events.map((event) => once(emitter, event, { signal }))).catch(() => {});
  over.abort();
}

const REASONS: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: "openQuote",
  CSV_MAX_RECORD_SIZE: "hugeRow",
};

function asRefusal(error: unknown, line: number): unknown {
  const isOfFile = error instanceof Error && "code" in error && String(error.code).startsWith("CSV_");
  return isOfFile ? refused(REASONS[String((error as { code?: string }).code)] ?? "broken", { line }) : error;
}

/** Spreadsheets write ="0123" to keep a figure a text, and our export an apostrophe before what looks like a formula. */
function plain(cell: string): string {
  const first = cell.charCodeAt(0);
  if (first === 61 && cell.startsWith('="') && cell.endsWith('"') && cell.length > 2) return cell.slice(2, -1);
  return first === 39 && looksLikeFormula(cell.slice(1)) ? cell.slice(1) : cell;
}

function breaksIn(cells: readonly string[]): { breaks: number; doubles: number } {
  let breaks = 0;
  let doubles = 0;
  for (const cell of cells) {
    if (!cell.includes("\n") && !cell.includes("\r")) continue;
    const found = cell.match(/\r\n|\n|\r/g) ?? [];
    breaks += found.length;
    doubles += found.filter((one) => one.length === 2).length;
  }
  return { breaks, doubles };
}

/** The separator that stands most often in the first line that has any, outside of quotes: a title above has none. */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, LOOKED_INTO)
    .replace(/"[^"]*"/g, "")
    .split(/\r\n|\n|\r/);
  const line = lines.find((one) => SEPARATORS.some((sign) => one.includes(sign))) ?? "";
  const counted = SEPARATORS.map((sign) => ({ sign, count: line.split(sign).length }));
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).sign;
}
