// Ticks all rows between two, with Shift, also those that are not loaded: of these AG Grid knows nothing, and would tick one row alone.
import type { GridApi, IServerSideSelectionState } from "@ag-grid-community/core";
import type { GridRow } from "./grid.ts";
import { TICKS, type TooMany, tickRows, tooManyNamed } from "./ticks.ts";

interface Ticking {
  api: Pick<
    GridApi,
    | "forEachNode"
    | "getDisplayedRowAtIndex"
    | "getRowNode"
    | "getServerSideSelectionState"
    | "setNodesSelected"
    | "setServerSideSelectionState"
  >;
  /** What decides which rows are shown, and in which order. */
  shown: () => string;
  /** The ids of rows by their places. */
  idsOf: (first: number, last: number) => Promise<readonly GridRow["id"][]>;
  most: number;
  tooMany: (all: TooMany) => void;
  failed: (error: unknown) => void;
}

/** Listens for ticks in an ungrouped list; answers how to stop that. */
export function tickRanges(frame: HTMLElement, { api, shown, idsOf, most, tooMany, failed }: Ticking): () => void {
  /** The place of the last tick, as the list was shown then. */
  let before: { at: number; shown: string } | undefined;
  const ticked = () => api.getServerSideSelectionState() as IServerSideSelectionState;

  const tick = (ids: readonly GridRow["id"][], isTicked: boolean) => {
    const names = ids.map(String);
    const over = tooManyNamed(api, names, isTicked, most);
    if (over) tooMany(over);
    else tickRows(api, names, isTicked);
  };

  const clicked = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    if (!target.closest(`[col-id="${TICKS}"] .ag-selection-checkbox`)) return;
    const at = Number(target.closest("[row-index]")?.getAttribute("row-index"));
    // A place is one of a view; and once nothing is ticked, nobody sees from where.
    const { selectAll, toggledNodes } = ticked();
    const list = shown();
    const from = before?.shown === list && (selectAll || toggledNodes.length > 0) ? before.at : at;
    before = { at, shown: list };
    if (!event.shiftKey || from === at) return;
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
    else if (count > most) tooMany({ count, isOut: selectAll && !isTicked });
    else
      idsOf(first, last).then((ids) => {
        // Of a list that is no longer shown nothing is ticked in the next one.
        if (list === shown()) tick(ids, isTicked);
      }, failed);
  };
  frame.addEventListener("click", clicked, true);
  return () => frame.removeEventListener("click", clicked, true);
}
