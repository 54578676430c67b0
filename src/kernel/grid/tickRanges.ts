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
  /** Either end of a range is no longer where it was seen. */
  moved: () => void;
  failed: (error: unknown) => void;
}

/** So many rows are looked through beyond either end: meanwhile others may have come before them. */
const BEYOND = 100;

/** Listens for ticks in an ungrouped list; answers how to stop that. */
export function tickRanges(
  frame: HTMLElement,
  { api, shown, idsOf, most, tooMany, moved, failed }: Ticking,
): () => void {
  /** The row that was ticked last and its place, as the list was shown then. */
  let before: { id: GridRow["id"]; at: number; shown: string } | undefined;
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
    const id: GridRow["id"] | undefined = api.getDisplayedRowAtIndex(at)?.data?.id;
    if (id === undefined) return;
    // A range is one of a view; and once nothing is ticked, nobody sees from where.
    const { selectAll, toggledNodes } = ticked();
    const list = shown();
    const from = before?.shown === list && (selectAll || toggledNodes.length > 0) ? before : undefined;
    before = { id, at, shown: list };
    if (!event.shiftKey) return;
    // Left to itself the grid would begin where it was ticked last, in whatever view.
    event.preventDefault();
    event.stopPropagation();
    const isTicked = !api.getDisplayedRowAtIndex(at)?.isSelected();
    // The box takes its old state back once the event is over.
    const tickLater = (ids: readonly GridRow["id"][]) => setTimeout(() => tick(ids, isTicked));
    if (!from || from.id === id) return void tickLater([id]);
    // The list may have been asked again since: its places are those of other rows then.
    const loaded: { id: GridRow["id"]; at: number }[] = [];
    api.forEachNode(({ rowIndex, data }) => {
      if (data && rowIndex !== null) loaded.push({ id: data.id, at: rowIndex });
    });
    const anchor = loaded.find((row) => row.id === from.id);
    const [first, last] = [at, anchor?.at ?? from.at].sort((one, other) => one - other) as [number, number];
    const count = last - first + 1;
    const within = loaded.filter((row) => row.at >= first && row.at <= last);
    if (anchor && within.length === count) tickLater(within.map((row) => row.id));
    else if (count > most) tooMany({ count, isOut: selectAll && !isTicked });
    else
      idsOf(Math.max(0, first - BEYOND), last + BEYOND).then((ids) => {
        // Of a list that is no longer shown nothing is ticked in the next one.
        if (list !== shown()) return;
        const [start, end] = [ids.indexOf(from.id), ids.indexOf(id)].sort((one, other) => one - other) as [
          number,
          number,
        ];
        if (start < 0) moved();
        else tick(ids.slice(start, end + 1), isTicked);
      }, failed);
  };
  frame.addEventListener("click", clicked, true);
  return () => frame.removeEventListener("click", clicked, true);
}
