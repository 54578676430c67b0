// The file of lines that were left out: their own columns and what is wrong, to be mended and sent again.
import { line } from "../sheet/csv.ts";

/** The heading of the last column; a file that has it can be sent as it is. */
export const PROBLEM_HEADING = "Problem (Lanyard)";

export class BadRows {
  private text = "";
  private written: boolean;

  constructor(
    private readonly headings: readonly string[],
    isBegun: boolean,
  ) {
    this.written = isBegun;
  }

  /** Whether a line has been left out so far. */
  get isBegun(): boolean {
    return this.written;
  }

  add(cells: readonly string[], messages: readonly string[]): void {
    if (!this.written) {
      this.text = `\ufeff${line([...this.headings, PROBLEM_HEADING])}`;
      this.written = true;
    }
    const width = this.headings.length;
    const own = Array.from({ length: width }, (_, at) => cells[at] ?? "");
    // Cells beyond the headings would push the reason out of its column.
    const beyond = cells.slice(width).filter(Boolean);
    this.text += line([...own, [...messages, ...beyond].join(" · ")]);
  }

  /** What has come since the last time, as a file. */
  take(): { name: string; mediaType: string; bytes: Buffer } | undefined {
    if (this.text === "") return undefined;
    const bytes = Buffer.from(this.text);
    this.text = "";
    return { name: "lines-with-problems.csv", mediaType: "text/csv; charset=utf-8", bytes };
  }
}
