// The file of lines with problems: the number of each and what is wrong, before its own cells, to be mended and sent again.
import { line as lineOf } from "../sheet/csv.ts";
import { type FileFacts, ownHeadings } from "./read/table.ts";

interface BadRow {
  line: number;
  cells: readonly string[];
  messages: string[];
}

export class BadRows {
  private rows = new Map<number, BadRow>();

  constructor(
    private readonly headings: readonly string[],
    private readonly facts: FileFacts,
    private begun: boolean,
  ) {}

  /** Whether there has been something to tell so far. */
  get isBegun(): boolean {
    return this.begun || this.rows.size > 0;
  }

  /** What is wrong with a line; of what is wrong with the file as a whole there are no cells. */
  add(line: number, messages: readonly string[], cells: readonly string[] = []): void {
    const row = this.rows.get(line) ?? { line, cells, messages: [] };
    row.messages.push(...messages);
    if (row.cells.length === 0) row.cells = cells;
    this.rows.set(line, row);
  }

  /** What has come since the last time, as a file, in the order of the lines. */
  take(): { name: string; mediaType: string; bytes: Buffer } | undefined {
    if (this.rows.size === 0) return undefined;
    const rows = [...this.rows.values()].sort((one, other) => one.line - other.line);
    const lines = rows.map(({ line, cells, messages }) => lineOf([line, messages.join(" \u00b7 "), ...cells], true));
    if (!this.begun) lines.unshift(`\ufeff${lineOf([...ownHeadings(this.facts), ...this.headings])}`);
    this.begun = true;
    this.rows = new Map();
    return { ...BAD_FILE, bytes: Buffer.from(lines.join("")) };
  }
}

export const BAD_FILE = { name: "lines-with-problems.csv", mediaType: "text/csv; charset=utf-8" };

/** A file whose first piece is there already. */
export async function* joined(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
