// The column in which rows are ticked, also those that are not loaded, and what is said of too many.
import type { ColDef, GridApi, IRowNode, IServerSideSelectionState } from "@ag-grid-community/core";
import { formatNumber } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import { GroupTick } from "./GroupTick.tsx";
import { type DataGridProps, TICK_WIDTH } from "./grid.ts";
import { isGroup } from "./groups.ts";

/** The column of tick boxes. */
export const TICKS = "list-ticks";
/** How many rows can be ticked together where a list does not say. */
export const MOST_TICKED = 500;

/** What is said where somebody ticks so many at once; all that match can be ticked only where the heading has a box. */
export function tooManyText(selectable: DataGridProps["selectable"], count: number, most: number): string {
  const values = { number: formatNumber(count), most: formatNumber(most) };
  return t(selectable === "each" ? "grid:ticked.tooManyEach" : "grid:ticked.tooMany", values);
}

/** Ticks rows by what AG Grid calls them, or takes their ticks away. Of those that are not loaded it would copy none. */
export function tickRows(
  api: Pick<GridApi, "getRowNode" | "getServerSideSelectionState" | "setNodesSelected" | "setServerSideSelectionState">,
  names: readonly string[],
  isTicked: boolean,
): void {
  const nodes: IRowNode[] = [];
  const absent: string[] = [];
  for (const name of names) {
    const node = api.getRowNode(name);
    if (node?.data) nodes.push(node);
    else absent.push(name);
  }
  if (absent.length > 0) {
    const { selectAll, toggledNodes } = api.getServerSideSelectionState() as IServerSideSelectionState;
    const toggled = new Set(toggledNodes);
    for (const name of absent) {
      if (isTicked === selectAll) toggled.delete(name);
      else toggled.add(name);
    }
    api.setServerSideSelectionState({ selectAll, toggledNodes: [...toggled] });
  }
  if (nodes.length > 0) api.setNodesSelected({ nodes, newValue: isTicked });
}

/** Of rows that are ticked each by itself, the heading ticks none. */
export const tickColumn = (selectable: DataGridProps["selectable"]): ColDef => ({
  colId: TICKS,
  headerName: "",
  checkboxSelection: ({ node }) => !node.group,
  cellRendererSelector: ({ data }) => (isGroup(data) ? { component: GroupTick } : undefined),
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
