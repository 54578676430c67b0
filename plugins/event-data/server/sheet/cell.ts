// What may stand in a cell of a spreadsheet.

/** A day, or a moment as the clocks of a zone show it. */
export interface Clock {
  /** What is shown, in the milliseconds of UTC. */
  shown: number;
  /** How it is written, among the sheet's formats. */
  format: number;
  /** How far the clocks are ahead of UTC, as `+01:00`; a day has none. */
  ahead?: string;
}

/** A cell. Dates are real dates in the file; nothing is an empty cell. */
export type Cell = string | number | boolean | Date | Clock | null;

/** How a sheet is written: its headings, then its rows in blocks as they come. */
export interface Sheet {
  name: string;
  headings: readonly string[];
  rows: AsyncIterable<readonly (readonly Cell[])[]>;
  /** Number formats of clocks; more may come while rows do. */
  formats?: readonly string[];
  /** Columns whose numbers have separators. */
  separated?: ReadonlySet<number>;
}
