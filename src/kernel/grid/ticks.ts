// The column in which rows are ticked, and what is said of too many.
import type { ColDef } from "@ag-grid-community/core";
import { formatNumber } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import { type DataGridProps, TICK_WIDTH } from "./grid.ts";

/** The column of tick boxes. */
export const TICKS = "list-ticks";

/** What is said where somebody ticks so many at once; all that match can be ticked only where the heading has a box. */
export function tooManyText(selectable: DataGridProps["selectable"], count: number, most: number): string {
  const values = { number: formatNumber(count), most: formatNumber(most) };
  return t(selectable === "each" ? "grid:ticked.tooManyEach" : "grid:ticked.tooMany", values);
}

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
