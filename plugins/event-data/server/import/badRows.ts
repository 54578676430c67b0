// The file of lines with problems: the number of each and what is wrong, before its own cells, to be mended and sent again.
import type { Cell } from "../sheet/cell.ts";
import { line as lineOf, type Separator, separatorIn } from "../sheet/csv.ts";
import { type FileFacts, ownHeadings, type ToldRow } from "./read/table.ts";

/** Who reads the file, and which columns fill fields of numbers. */
export interface BadReader {
  locale: string;
  numbers: ReadonlySet<number>;
}

interface BadRow extends ToldRow {
  messages: string[];
}

export class BadRows {
  private rows = new Map<number, BadRow>();

  constructor(
    private readonly headings: readonly string[],
    private readonly facts: FileFacts,
    private begun: boolean,
    private readonly reader: BadReader,
  ) {}

  /** As in the file: between its cells stands what says how its numbers are meant. A workbook has nothing there: as its reader's programs do. */
  private get separator(): Separator {
    if (this.facts.format === "xlsx") return separatorIn(this.reader.locale);
    return this.facts.separator === ";" ? ";" : ",";
  }

  private heading(): string {
    return lineOf([...ownHeadings(this.facts), ...this.headings], undefined, this.separator);
  }

  /** Whether there has been something to tell so far. */
  get isBegun(): boolean {
    return this.begun || this.rows.size > 0;
  }

  /** What is wrong with a line; of what is wrong with the file as a whole there are no cells. */
  add(line: number, messages: readonly string[], told: ToldRow = { line, cells: [] }): void {
    const row = this.rows.get(line) ?? { line, cells: [], messages: [] };
    const all = [...row.messages, ...messages];
    this.rows.set(line, { ...(row.cells.length === 0 ? told : row), messages: all });
  }

  /** What has come since the last time, as a file, in the order of the lines. */
  take(): { name: string; mediaType: string; bytes: Buffer } | undefined {
    if (this.rows.size === 0) return undefined;
    const rows = [...this.rows.values()].sort((one, other) => one.line - other.line);
    const lines = rows.map((row) => {
      const own = [row.line, row.messages.join(" \u00b7 ")];
      const isError = (at: number) => at >= own.length && !row.texts?.includes(at - own.length);
      return lineOf([...own, ...this.written(cellsOf(row))], isError, this.separator);
    });
    if (!this.begun) lines.unshift(`\ufeff${this.heading()}`);
    this.begun = true;
    this.rows = new Map();
    return { ...BAD_FILE, bytes: Buffer.from(lines.join("")) };
  }

  /** Between semicolons 1.234 of a workbook would be a thousand: where a number is wanted, it has a comma. Texts stay as they are. */
  private written(cells: readonly string[]): Cell[] {
    const { numbers } = this.reader;
    if (this.facts.format !== "xlsx" || this.separator !== ";") return [...cells];
    return cells.map((cell, at) => (numbers.has(at) && isDecimal(cell) ? Number(cell) : cell));
  }
}

const isDecimal = (cell: string) => /^-?\d+\.\d+$/.test(cell) && !String(Number(cell)).includes("e");

/** Cells that say the same when they are read again, as far as a file of texts can: one without its value is no empty one. */
function cellsOf({ cells, unkept = [], missing = [] }: ToldRow): string[] {
  const all = [...cells];
  for (const at of unkept) {
    while (all.length < at) all.push("");
    all[at] = NO_VALUE;
  }
  while (missing.includes(all.length - 1)) all.pop();
  return all;
}

/** What spreadsheet programs show in the place of a value that is not there. */
const NO_VALUE = "#N/A";

export const BAD_FILE = { name: "lines-with-problems.csv", mediaType: "text/csv; charset=utf-8" };

/** A file whose first piece is there already. */
export async function* joined(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
