// The column in which rows are ticked, also those that are not loaded, and what is said of too many.
import type { ColDef, GridApi, IRowNode, IServerSideSelectionState } from "@ag-grid-community/core";
import { formatNumber } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import { GroupTick } from "./GroupTick.tsx";
import { type DataGridProps, TICK_WIDTH } from "./grid.ts";
import { isGroup } from "./groups.ts";
import { ownId } from "./rowNodes.ts";

/** The column of tick boxes. */
export const TICKS = "list-ticks";
/** How many rows can be ticked together where a list does not say. */
export const MOST_TICKED = 500;

/** More rows than can be named one by one. */
export interface TooMany {
  /** As many would be named. */
  count: number;
  /** They would be taken out of all that match. */
  isOut: boolean;
}

/** What is said where somebody ticks so many; all that match can be ticked only where the heading has a box. */
export function tooManyText(selectable: DataGridProps["selectable"], { count, isOut }: TooMany, most: number): string {
  const values = { number: formatNumber(count), most: formatNumber(most) };
  if (isOut) return t("grid:ticked.tooManyOut", values);
  return t(selectable === "each" ? "grid:ticked.tooManyEach" : "grid:ticked.tooMany", values);
}

/** Whether more than `most` rows would be named once these are ticked as well, or are taken out of all that match as well. */
export function tooManyNamed(
  api: Pick<GridApi, "getServerSideSelectionState">,
  names: readonly string[],
  isTicked: boolean,
  most: number,
): TooMany | undefined {
  const { selectAll, toggledNodes } = api.getServerSideSelectionState() as IServerSideSelectionState;
  if (isTicked === selectAll) return undefined;
  // A row that stands in several groups is named once.
  const count = new Set([...toggledNodes, ...names].map(ownId)).size;
  return count > most ? { count, isOut: selectAll } : undefined;
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
