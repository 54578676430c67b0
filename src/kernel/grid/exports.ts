// What the grid writes into files by itself: as it is shown, and nothing that a spreadsheet program would run.
import type { CsvExportParams } from "@ag-grid-community/core";
import { plainCell } from "#schemas/formula.ts";

/** How a list whose rows are all in the page is written as CSV; lists of the server are written by the server. */
export const CSV_EXPORT: CsvExportParams = {
  fileName: "export.csv",
  processCellCallback: ({ value, formatValue }) => {
    const shown = String(formatValue(value) ?? "");
    return typeof value === "number" ? shown : plainCell(shown);
  },
  processHeaderCallback: ({ column, api }) => plainCell(api.getDisplayNameForColumn(column, null)),
};
