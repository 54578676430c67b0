// What may stand in a cell of a spreadsheet, and what a program that opens it would take for a formula.

/** A cell. Dates are real dates in the file; nothing is an empty cell. */
export type Cell = string | number | boolean | Date | null;

/** How a sheet is written: its headings, then its rows in blocks as they come. */
export interface Sheet {
  name: string;
  headings: readonly string[];
  rows: AsyncIterable<readonly (readonly Cell[])[]>;
}

/** Whether a spreadsheet program might run the text: it begins with `=`, `+`, `-`, `@`, a tab or a carriage return. */
export function looksLikeFormula(text: string): boolean {
  return /^[=+\-@\t\r]/.test(text);
}
