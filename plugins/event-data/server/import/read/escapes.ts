// Whether the quotation marks within the cells of a file have backslashes before them, as databases write them, in place of
// a second mark. Only a file that cannot be read with second marks, and can with backslashes to its end, is taken for one.

const QUOTE = 34;
const BACKSLASH = 92;
const BLANK = 32;
const LF = 10;
const CR = 13;

/** Where a reader is: before a cell, in one without marks, between its marks, after a backslash there, or after its marks. */
type At = "start" | "plain" | "within" | "escape" | "closed" | "after";

/** Reads cells as one of the two ways wants them, and knows whether all of them were so. */
class Reader {
  isClean = true;
  escaped = 0;
  private at: At = "start";
  private cells = 1;
  /** Cells of the first line that has more than one. */
  private width = 0;

  constructor(
    private readonly separator: number,
    private readonly hasBackslashes: boolean,
  ) {}

  add(text: string): void {
    for (let place = 0; place < text.length && this.isClean; place++) this.sign(text.charCodeAt(place));
  }

  end(): void {
    if (this.at === "within" || this.at === "escape") this.isClean = false;
    else this.endLine();
  }

  private sign(code: number): void {
    switch (this.at) {
      case "within":
        if (code === QUOTE) this.at = "closed";
        else if (code === BACKSLASH && this.hasBackslashes) this.at = "escape";
        return;
      case "escape":
        if (code === QUOTE) this.escaped += 1;
        this.at = "within";
        return;
      case "start":
        if (code === BLANK) return;
        if (code === QUOTE) this.at = "within";
        else if (!this.endsCell(code)) this.at = "plain";
        return;
      case "plain":
        this.endsCell(code);
        return;
      default:
        if (code === QUOTE && this.at === "closed" && !this.hasBackslashes) this.at = "within";
        else if (code === BLANK) this.at = "after";
        else if (!this.endsCell(code)) this.isClean = false;
    }
  }

  private endsCell(code: number): boolean {
    if (code === this.separator) this.cells += 1;
    else if (code === LF || code === CR) this.endLine();
    else return false;
    this.at = "start";
    return true;
  }

  /** Databases write all lines equally wide; where some are not, marks have been taken for what they are not. */
  private endLine(): void {
    if (this.cells > 1) {
      this.width ||= this.cells;
      if (this.hasBackslashes && this.cells !== this.width) this.isClean = false;
    }
    this.cells = 1;
  }
}

export async function hasBackslashes(text: AsyncIterable<string>, separator: string): Promise<boolean> {
  const sign = separator.charCodeAt(0);
  const usual = new Reader(sign, false);
  const other = new Reader(sign, true);
  for await (const piece of text) {
    usual.add(piece);
    other.add(piece);
    if (!other.isClean) return false;
  }
  usual.end();
  other.end();
  return other.isClean && other.escaped > 0 && !usual.isClean;
}

/** What a cell says whose marks, backslashes and line breaks have backslashes before them. */
export function withoutBackslashes(cell: string): string {
  return cell.replace(/\\(["\\]|\r\n|\r|\n)/g, "$1");
}
