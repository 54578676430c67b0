// The records of separated text, each with the line on which it begins. A quotation mark that is never closed, and a line
// without end, spoil their own line and no other: reading goes on with the line after it.
import { withoutBackslashes } from "./escapes.ts";
import { type FileRow, isAddress } from "./table.ts";

/** Signs that a cell, or a line, may have; no list has longer ones. */
const LIMIT = 1_000_000;
const SHOWN = 1000;
const PIECE = 64 * 1024;
/** Signs that are looked through in vain for closing quotation marks, all in all, before one is not looked for far away any more. */
const PATIENCE = 200_000_000;
/** Line breaks in a cell from which on it may be lines that an open quotation mark has swallowed. */
const SWALLOWED = 3;
/** Lines from which on they are rows even without an address, if they are all as wide as the table. */
const ROWS = 20;

const QUOTE = 34;
const BACKSLASH = 92;
/** What databases write where there is nothing, if they write backslashes. */
const NULL = "\\N";
const LF = 10;
const CR = 13;

interface Taken {
  row: FileRow | undefined;
  /** Where the next record begins, and on which line after this one. */
  end: number;
  lines: number;
}

/** What stands between quotation marks, and whether it is a whole cell; or that it never ends, or not yet. */
type Quoted = { close: number; end: number; breaks: number; isWhole: boolean; inner?: string[] } | "open" | "more";

/** A closed cell whose lines may be rows: where its mark stands, and what came before it. */
interface Suspect {
  mark: number;
  before: readonly string[];
  breaks: number;
  inner: readonly string[];
}

export class Records {
  private text = "";
  private at = 0;
  private isEnd = false;
  private patience = PATIENCE;
  /** Cells of the first record that has some: those of the others are compared with it. */
  private width = 0;
  /** The cells of the last record. */
  private last: readonly string[] = [];

  constructor(
    private readonly separator: string,
    private line = 1,
    /** Marks within marks have backslashes before them. */
    private readonly hasBackslashes = false,
  ) {}

  /** Adds to the text; without it, this was all. */
  add(piece?: string): void {
    if (piece === undefined) this.isEnd = true;
    else {
      this.text = this.text.slice(this.at) + piece;
      this.at = 0;
    }
  }

  /** Signs that have been added and not been read. */
  get left(): number {
    return this.text.length - this.at;
  }

  /** The next record; nothing where more text is needed, or there is none left. */
  next(): FileRow | undefined {
    while (this.at < this.text.length) {
      const taken = this.record(this.at);
      if (!taken) return undefined;
      this.at = taken.end;
      this.line += taken.lines;
      if (taken.row) {
        this.width ||= taken.row.cells.length;
        this.last = taken.row.cells;
        return taken.row;
      }
    }
    return undefined;
  }

  private record(start: number): Taken | undefined {
    const { text, separator } = this;
    const cells: string[] = [];
    const sign = separator.charCodeAt(0);
    let breaks = 0;
    let suspect: Suspect | undefined;
    for (let at = start; ; at += 1) {
      const from = at;
      const mark = text.charCodeAt(at) === 32 ? afterBlanks(text, at) : at;
      let cell: string | undefined;
      if (text.charCodeAt(mark) === QUOTE) {
        const quoted = this.quoted(mark);
        if (quoted === "more") return undefined;
        if (quoted === "open") return this.broken(start, suspect ?? { mark, before: cells, breaks });
        if (quoted.inner) suspect ??= { mark, before: [...cells], breaks, inner: quoted.inner };
        if (quoted.isWhole) {
          const inner = text.slice(mark + 1, quoted.close);
          cell = this.hasBackslashes ? withoutBackslashes(inner) : inner.replaceAll('""', '"');
        }
        at = quoted.end;
        breaks += quoted.breaks;
      }
      if (cell === undefined) {
        // A mark in the middle of a cell is one like any other.
        for (; at < text.length; at++) {
          const code = text.charCodeAt(at);
          if (code === sign || code === LF || code === CR) break;
        }
        cell = text.slice(from, at);
        if (this.hasBackslashes && cell === NULL) cell = "";
      }
      if (at >= text.length && !this.isEnd) return undefined;
      cells.push(cell);
      if (text.charCodeAt(at) === sign) continue;
      if (!suspect || this.isOne(cells, at - start, suspect)) return this.ended(start, at, cells, breaks);
      this.patience -= at - start;
      return this.broken(start, suspect);
    }
  }

  private ended(start: number, at: number, cells: string[], breaks: number): Taken | undefined {
    const { text, line } = this;
    // Whether a line feed belongs to it is known when the next sign has come.
    if (text.charCodeAt(at) === CR && at + 1 >= text.length && !this.isEnd) return undefined;
    const end = at + (text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF ? 2 : 1);
    const lines = breaks + 1;
    if (cells.length === 1 && cells[0] === "") return { row: undefined, end, lines };
    if (at - start <= LIMIT) return { row: { line, cells }, end, lines };
    const shown = cells.slice(0, SHOWN).map((cell) => cell.slice(0, SHOWN));
    return { row: { line, cells: shown, problem: { key: "hugeRow", values: { limit: LIMIT } } }, end, lines };
  }

  /** Looks for the mark that closes the one at `mark`. What follows it must be able to follow a cell. */
  private quoted(mark: number): Quoted {
    const { text, separator } = this;
    const limit = this.patience > 0 ? Number.POSITIVE_INFINITY : LIMIT;
    let close = mark + 1;
    for (;;) {
      close = text.indexOf('"', close);
      if (close < 0) {
        if (!this.isEnd && text.length - mark <= limit) return "more";
        this.patience -= text.length - mark;
        return "open";
      }
      if (close + 1 >= text.length && !this.isEnd) return "more";
      if (this.hasBackslashes) {
        if (!isEscaped(text, close, mark)) break;
        close += 1;
        continue;
      }
      if (text.charCodeAt(close + 1) !== QUOTE) break;
      close += 2;
    }
    const end = afterBlanks(text, close + 1);
    if (end >= text.length && !this.isEnd) return "more";
    const next = text.charCodeAt(end);
    const isWhole = end >= text.length || text[end] === separator || next === LF || next === CR;
    const breaks = breaksIn(text, mark, close);
    if (breaks === 0 || isWhole) {
      const inner = breaks < SWALLOWED ? undefined : this.suspected(text, mark, close, breaks);
      // Whether they are is seen at the end of the record, and many that end far away would be read too often.
      if (!inner || this.patience > 0) return { close, end, breaks, isWhole, ...(inner ? { inner } : {}) };
    }
    this.patience -= close - mark;
    return "open";
  }

  /** The lines within a cell, where they may be rows of the table: all of them have its separators. */
  private suspected(text: string, mark: number, close: number, breaks: number): string[] | undefined {
    const wanted = this.width - 1;
    if (wanted < 1 || (wanted === 1 && breaks < ROWS)) return undefined;
    const inner = text.slice(mark + 1, close).split(/\r\n|\n|\r/);
    const lines = inner.slice(1, -1);
    return lines.every((one) => one.split(this.separator).length > wanted) ? lines : undefined;
  }

  /** Whether a record with such a cell is one: it is as wide as the table, and the lines do not look like its rows. */
  private isOne(cells: readonly string[], length: number, { inner }: Suspect): boolean {
    if (cells.length !== this.width || length > LIMIT) return false;
    const rows = inner.map((one) => one.split(this.separator)).filter((row) => row.length === this.width);
    if (rows.length >= ROWS && rows.length === inner.length) return false;
    const at = [this.last, cells].map((row) => row.findIndex(isAddress)).find((found) => found >= 0);
    return !rows.some((row) => (at === undefined ? row : row.slice(at, at + 1)).some(isAddress));
  }

  /** The line with the open mark, told by itself, its cells as they would be without the mark. */
  private broken(start: number, { mark, before, breaks }: Omit<Suspect, "inner">): Taken | undefined {
    const { text } = this;
    let end = mark;
    while (end < text.length && text.charCodeAt(end) !== LF && text.charCodeAt(end) !== CR) end += 1;
    const rest = text.slice(mark + 1, Math.min(end, mark + LIMIT)).split(this.separator);
    const cells = [...before, ...rest].slice(0, SHOWN).map((cell) => cell.slice(0, SHOWN));
    if (end >= text.length && !this.isEnd) return undefined;
    const taken = this.ended(start, end, cells, breaks);
    const row = { line: this.line + breaks, cells, problem: { key: "openQuote" } };
    return taken && { ...taken, row };
  }
}

/** All records of a text that comes in pieces. */
export async function* recordsOf(
  text: AsyncIterable<string>,
  separator: string,
  line = 1,
  hasBackslashes = false,
): AsyncGenerator<FileRow> {
  const records = new Records(separator, line, hasBackslashes);
  let waiting: string[] = [];
  let length = 0;
  for await (const piece of text) {
    waiting.push(piece);
    length += piece.length;
    // A record that is not whole is looked at again when there is twice as much of it.
    if (length < Math.max(PIECE, records.left)) continue;
    records.add(waiting.join(""));
    waiting = [];
    length = 0;
    for (let row = records.next(); row; row = records.next()) yield row;
  }
  records.add(waiting.join(""));
  records.add();
  for (let row = records.next(); row; row = records.next()) yield row;
}

/** Whether a backslash stands before a sign that does not itself follow one. */
function isEscaped(text: string, at: number, from: number): boolean {
  let first = at;
  while (first - 1 > from && text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 32) at += 1;
  return at;
}

function breaksIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) count += 1;
  }
  return count;
}
