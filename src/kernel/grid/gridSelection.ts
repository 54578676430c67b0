// The rows that are selected in a list: single ones, or all that match but some.
import type { GridApi, IServerSideSelectionState } from "@ag-grid-community/core";
import type { GridRow, GridSelection } from "./grid.ts";
import { ownId } from "./rowNodes.ts";
import type { Counts } from "./StatusPanels.tsx";

export function isServerSide(grid: GridApi): boolean {
  return grid.getGridOption("rowModelType") === "serverSide";
}

export function selectAll(grid: GridApi): void {
  if (isServerSide(grid)) grid.setServerSideSelectionState({ selectAll: true, toggledNodes: [] });
  else grid.selectAll();
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
