// What the owner of a list may ask of it, answered from the grid and from what is shown now.
import type { GridApi } from "@ag-grid-community/core";
import type { DataGridProps, GridHandle, GridRow, GridSelection } from "./grid.ts";
import { clearSelection, selectAll } from "./gridSelection.ts";
import { groupsIn, isGroup, isGrouped } from "./groups.ts";
import { firstOf, nodesIn } from "./rowNodes.ts";
import type { Counts } from "./StatusPanels.tsx";
import { BESIDE_CHANGED } from "./useBeside.ts";

export function handleOf<Row extends GridRow>(
  grid: () => GridApi | undefined,
  now: () => { props: DataGridProps<Row>; view: GridSelection["view"]; counts: Counts },
  forget: () => void,
  edit: GridHandle<Row>["edit"],
): GridHandle<Row> {
  const shown = () => {
    const fields = new Set(now().props.columns.map(({ field }) => field));
    const columns = grid()?.getAllDisplayedColumns() ?? [];
    return columns.map((column) => column.getColId()).filter((field) => fields.has(field));
  };
  return {
    refresh() {
      forget();
      grid()?.refreshServerSide({ purge: false });
    },
    replace: (row) => {
      const api = grid();
      for (const node of api ? nodesIn(api)(row.id) : []) node.setData(row);
      api?.dispatchEvent({ type: "listReplaced" });
    },
    refreshBeside: () => grid()?.dispatchEvent({ type: BESIDE_CHANGED }),
    columns: shown,
    question: () => {
      const { view, props } = now();
      const group = groupsIn(view.group, props);
      // The grid leaves out a column that is not there, such as one of a field that has been archived: so does what is asked of it.
      const known = new Set(props.columns.map(({ field }) => field));
      const chosen = view.sort.filter(({ field }) => known.has(field));
      const sort = chosen.length > 0 ? chosen : (props.defaultSort ?? []);
      return {
        ...(group.length > 0 ? { group } : {}),
        ...(sort.length > 0 ? { sort: [...sort] } : {}),
        ...(view.filter.length > 0 ? { filter: [...view.filter] } : {}),
        ...(view.search.trim() ? { search: view.search.trim() } : {}),
        // AG Grid hides the columns whose values stand in the groups.
        columns: [...new Set([...group, ...shown()])],
      };
    },
    matched: () => now().counts.matched,
    isAbout: () => now().counts.about === true,
    selectAll: () => {
      const api = grid();
      if (api) selectAll(api);
    },
    clearSelection: () => {
      const api = grid();
      if (api) clearSelection(api);
    },
    row: (id) => {
      const api = grid();
      return api && (firstOf(api, id)?.data as Row | undefined);
    },
    edit,
    neighbour: (id, step) => {
      const api = grid();
      const at = api && (firstOf(api, id)?.rowIndex ?? undefined);
      if (at === undefined) return undefined;
      const row: unknown = api?.getDisplayedRowAtIndex(at + step)?.data;
      return isGroup(row) ? undefined : (row as Row | undefined);
    },
    reveal: (id, at) => {
      const api = grid();
      const row = api && (firstOf(api, id)?.rowIndex ?? undefined);
      const index = row ?? (isGrouped(now()) ? undefined : at);
      if (!api || (index !== undefined && index >= api.getDisplayedRowCount())) return false;
      // One that is found far away stands among its neighbours.
      if (index !== undefined) api.ensureIndexVisible(index, row === undefined ? "middle" : null);
      return true;
    },
  };
}
