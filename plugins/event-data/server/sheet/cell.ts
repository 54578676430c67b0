// What may stand in a cell of a spreadsheet.

/** A cell. Dates are real dates in the file; nothing is an empty cell. */
export type Cell = string | number | boolean | Date | null;

/** How a sheet is written: its headings, then its rows in blocks as they come. */
export interface Sheet {
  name: string;
  headings: readonly string[];
  rows: AsyncIterable<readonly (readonly Cell[])[]>;
}
