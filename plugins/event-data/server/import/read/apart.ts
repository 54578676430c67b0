// Lines below a list or between its parts that are none of it, such as who made a report and when: after a blank line, with
// one cell where the lines of the list have several. Pure but for what it remembers of the lines before.
import { looksLikeMail } from "../columns/examples.ts";
import type { FileRow } from "./table.ts";

/** Lines of one cell are what a list consists of, unless so many times as many have several. */
const MOSTLY = 2;
const COLUMNS = 3;

export class Apart {
  private last: FileRow | undefined;
  private isApart: boolean;
  private several = 0;
  private single = 0;

  constructor(
    /** Columns that have a heading. */
    private readonly width: number,
    /** Whether it is our file of lines that were left out: there such lines stand among others. */
    private readonly isOfLeft: boolean,
  ) {
    this.isApart = isOfLeft;
  }

  /** The same line, refused where it stands apart. */
  judged(row: FileRow): FileRow {
    const { last } = this;
    this.last = row;
    const there = row.cells.filter((cell) => cell.trim() !== "");
    if (row.problem || this.width < COLUMNS || there.length !== 1 || (row.unkept ?? []).length > 0) {
      this.isApart = this.isOfLeft;
      this.several += 1;
      return row;
    }
    this.isApart ||= last !== undefined && row.line > last.line + 1 + breaksIn(last);
    if (this.isApart && this.several >= this.single * MOSTLY && !looksLikeMail(there.map((cell) => cell.trim())))
      return { ...row, problem: { key: "apart" } };
    this.single += 1;
    return row;
  }
}

function breaksIn({ cells }: FileRow): number {
  let count = 0;
  for (const cell of cells) count += cell.match(/\r\n|\n|\r/g)?.length ?? 0;
  return count;
}
