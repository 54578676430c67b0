// The column in which rows are ticked.
import type { ColDef } from "@ag-grid-community/core";
import { type DataGridProps, TICK_WIDTH } from "./grid.ts";

/** The column of tick boxes. */
export const TICKS = "list-ticks";

/** Of rows that are ticked each by itself, the heading ticks none. */
export const tickColumn = (selectable: DataGridProps["selectable"]): ColDef => ({
  colId: TICKS,
  headerName: "",
  checkboxSelection: ({ node }) => !node.group,
  headerCheckboxSelection: selectable !== "each",
  width: TICK_WIDTH,
  minWidth: TICK_WIDTH,
  maxWidth: TICK_WIDTH,
  pinned: "left",
  lockPosition: true,
  lockVisible: true,
  resizable: false,
  sortable: false,
  filter: false,
  suppressMenu: true,
  suppressColumnsToolPanel: true,
});
