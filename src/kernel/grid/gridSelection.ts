// The rows that are selected in a list: single ones, or all that match but some.
import type { GridApi, IRowNode, IServerSideSelectionState } from "@ag-grid-community/core";
import type { GridRow, GridSelection } from "./grid.ts";
import { isGroup } from "./groups.ts";
import { ownId } from "./rowNodes.ts";
import type { Counts } from "./StatusPanels.tsx";

export function isServerSide(grid: GridApi): boolean {
  return grid.getGridOption("rowModelType") === "serverSide";
}

/** AG Grid copies of all that match what it knows to be ticked: what is loaded, and not what was ticked before. */
export function selectAll(grid: GridApi): void {
  if (!isServerSide(grid)) {
    grid.selectAll();
    return;
  }
  clearSelection(grid);
  grid.setServerSideSelectionState({ selectAll: true, toggledNodes: [] });
  const nodes: IRowNode[] = [];
  grid.forEachNode((node) => {
    if (node.data && !isGroup(node.data)) nodes.push(node);
  });
  if (nodes.length > 0) grid.setNodesSelected({ nodes, newValue: true });
}

/** Also what AG Grid keeps beside its state of the selection: it would be copied with what is ticked next. */
export function clearSelection(grid: GridApi): void {
  grid.deselectAll();
}

export function selectionOf(grid: GridApi, view: GridSelection["view"], { matched, about }: Counts): GridSelection {
  if (!isServerSide(grid)) {
    const ids = grid.getSelectedRows().map((row: GridRow) => row.id);
    return { all: false, ids, count: ids.length, view };
  }
  const state = grid.getServerSideSelectionState() as IServerSideSelectionState | null;
  const toggled = new Set((state?.toggledNodes ?? []).map(ownId));
  const ids = [...toggled].map((id) => (/^\d+$/.test(id) ? Number(id) : id));
  const all = state?.selectAll === true;
  if (!all) return { all, ids, count: ids.length, view };
  // An estimate may be less than what has been taken out of it.
  const count = matched < 0 ? -1 : Math.max(about ? 1 : 0, matched - ids.length);
  return { all, ids, count, ...(about && { about }), view };
}
