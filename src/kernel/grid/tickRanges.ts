// Ticks all rows between two, with Shift, also those that are not loaded: of these AG Grid knows nothing, and would tick one row alone.
import type { GridApi, IServerSideSelectionState } from "@ag-grid-community/core";
import type { GridRow } from "./grid.ts";
import { TICKS } from "./ticks.ts";

interface Ticking {
  api: Pick<
    GridApi,
    "forEachNode" | "getDisplayedRowAtIndex" | "getServerSideSelectionState" | "setServerSideSelectionState"
  >;
  /** The ids of rows by their places. */
  idsOf: (first: number, last: number) => Promise<readonly GridRow["id"][]>;
  most: number;
  tooMany: (count: number) => void;
  failed: (error: unknown) => void;
}

/** Listens for ticks in an ungrouped list; answers how to stop that. */
export function tickRanges(frame: HTMLElement, { api, idsOf, most, tooMany, failed }: Ticking): () => void {
  let before: number | undefined;

  const tick = (ids: readonly GridRow["id"][], isTicked: boolean) => {
    const { selectAll, toggledNodes } = api.getServerSideSelectionState() as IServerSideSelectionState;
    const toggled = new Set(toggledNodes);
    for (const id of ids) {
      if (isTicked === selectAll) toggled.delete(String(id));
      else toggled.add(String(id));
    }
    api.setServerSideSelectionState({ selectAll, toggledNodes: [...toggled] });
  };

  const clicked = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    if (!target.closest(`[col-id="${TICKS}"] .ag-selection-checkbox`)) return;
    const at = Number(target.closest("[row-index]")?.getAttribute("row-index"));
    const from = before;
    before = at;
    if (!event.shiftKey || from === undefined || from === at) return;
    event.preventDefault();
    event.stopPropagation();
    const isTicked = !api.getDisplayedRowAtIndex(at)?.isSelected();
    const [first, last] = [Math.min(from, at), Math.max(from, at)];
    const count = last - first + 1;
    const loaded: GridRow["id"][] = [];
    api.forEachNode(({ rowIndex, data }) => {
      if (data && rowIndex !== null && rowIndex >= first && rowIndex <= last) loaded.push(data.id);
    });
    // The box takes its old state back once the event is over.
    if (loaded.length === count) setTimeout(() => tick(loaded, isTicked));
    else if (count > most) tooMany(count);
    else idsOf(first, last).then((ids) => tick(ids, isTicked), failed);
  };
  frame.addEventListener("click", clicked, true);
  return () => frame.removeEventListener("click", clicked, true);
}
