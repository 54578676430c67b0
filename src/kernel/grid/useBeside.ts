// What stands in columns beside the rows is asked for once such a column is shown, for the blocks of rows that are seen.
import type { GridApi } from "@ag-grid-community/core";
import { useEffect, useRef } from "react";
import { BLOCK, type DataGridProps, type GridRow } from "./grid.ts";
import { isGroup } from "./groups.ts";
import { nodesIn } from "./rowNodes.ts";

/** What may bring rows or columns into sight, or take what stood beside a row away with its older state. */
const LOOKS = ["modelUpdated", "viewportChanged", "displayedColumnsChanged", "listCounted", "listReplaced"] as const;
/** Told by whoever has changed what stands beside rows: those that are here are asked about anew. */
export const BESIDE_CHANGED = "besideChanged";
/** Rows that are asked about at a time, and the pause before: who scrolls on passes over what lies between. */
const MOST = 3 * BLOCK;
const PAUSE_MS = 40;

/** `failed` is told why values could not be had; they are asked for again when something else comes into sight. */
export function useBeside<Row extends GridRow>(
  api: GridApi | undefined,
  props: Pick<DataGridProps<Row>, "besides" | "columns">,
  failed: (error: unknown) => void,
): void {
  const now = useRef({ props, failed });
  now.current = { props, failed };
  const isAsked = props.besides !== undefined;
  useEffect(() => {
    if (!api || !isAsked) return;
    const stop = new AbortController();
    let pause: ReturnType<typeof setTimeout> | undefined;
    /** The rows that are being asked about. */
    let asking: ReadonlySet<GridRow> | undefined;
    /** Rows whose values may be others by now; these stand until the new ones are here. */
    const old = new Set<unknown>();

    const ask = async () => {
      const { besides, columns } = now.current.props;
      const fields = shownBeside(api, columns);
      const lacking =
        fields.length > 0
          ? seenBlocks(api)
              .filter((row) => old.has(row.id) || lacks(row, fields))
              .slice(0, MOST)
          : [];
      if (!besides || lacking.length === 0) return;
      // One may stand in several groups: it is asked about once, for all the rows that show it.
      const ids = [...new Set(lacking.map(({ id }) => id as Row["id"]))];
      const nodesAt = nodesIn(api);
      const rows: ReadonlySet<GridRow> = new Set(ids.flatMap((id) => nodesAt(id).flatMap(({ data }) => data ?? [])));
      asking = rows;
      const again = new Set(ids.filter((id) => old.delete(id)));
      try {
        const values = await besides(fields, ids, stop.signal);
        if (stop.signal.aborted || api.isDestroyed()) return;
        const nodesOf = nodesIn(api);
        const none = Object.fromEntries(fields.map((field) => [field, null]));
        // What was asked before the list was of something else, or before a row was another, is no answer for that any more.
        const isWanted = now.current.props.besides === besides;
        for (const id of ids) {
          for (const node of nodesOf(id)) {
            const row: GridRow | undefined = node.data;
            if (!row) continue;
            if (!isWanted || !rows.has(row)) {
              if (again.has(id)) old.add(id);
              continue;
            }
            const rest = again.has(id) ? {} : row.beside;
            node.setData({ ...row, beside: { ...rest, ...none, ...values.get(id) } });
          }
        }
        asking = undefined;
        look();
      } catch (error) {
        asking = undefined;
        for (const id of again) old.add(id);
        if (!stop.signal.aborted) now.current.failed(error);
      }
    };
    const look = () => {
      if (asking || stop.signal.aborted) return;
      clearTimeout(pause);
      pause = setTimeout(() => !api.isDestroyed() && void ask(), PAUSE_MS);
    };
    const changed = () => {
      api.forEachNode(({ data }) => (data?.beside || asking?.has(data)) && old.add(data.id));
      look();
    };
    for (const event of LOOKS) api.addEventListener(event as "modelUpdated", look);
    api.addEventListener(BESIDE_CHANGED as "modelUpdated", changed);
    look();
    return () => {
      stop.abort();
      clearTimeout(pause);
      if (api.isDestroyed()) return;
      for (const event of LOOKS) api.removeEventListener(event as "modelUpdated", look);
      api.removeEventListener(BESIDE_CHANGED as "modelUpdated", changed);
    };
  }, [api, isAsked]);
}

function shownBeside<Row extends GridRow>(api: GridApi, columns: DataGridProps<Row>["columns"]): string[] {
  const shown = new Set(api.getAllDisplayedColumns().map((column) => column.getColId()));
  return columns.flatMap(({ field, beside }) => (beside && shown.has(field) ? [field] : []));
}

/** The rows that are there of the blocks that are seen. */
function seenBlocks(api: GridApi): GridRow[] {
  const [first, last] = [api.getFirstDisplayedRow(), api.getLastDisplayedRow()];
  if (first < 0) return [];
  const from = first - (first % BLOCK);
  const rows: GridRow[] = [];
  for (let at = from; at < last - (last % BLOCK) + BLOCK; at++) {
    const row: unknown = api.getDisplayedRowAtIndex(at)?.data;
    if (row && !isGroup(row)) rows.push(row as GridRow);
  }
  return rows;
}

function lacks({ beside = {} }: GridRow, fields: readonly string[]): boolean {
  return fields.some((field) => !(field in beside));
}
