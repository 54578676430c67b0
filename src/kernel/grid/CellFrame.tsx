// Holds an editor, or a word why there is none, at its cell: over it, and where it goes when the list is scrolled.
import type { GridApi } from "@ag-grid-community/core";
import { useLayoutEffect, useRef } from "react";
import type { DataGridProps, GridRow } from "./grid.ts";
import type { Cells } from "./useCells.ts";

interface Props<Row extends GridRow> {
  cells: Cells<Row>;
  api: GridApi | undefined;
  editor: DataGridProps<Row>["editor"];
}

/** What may move a cell. */
const MOVES = ["bodyScroll", "modelUpdated", "displayedColumnsChanged", "columnResized", "gridSizeChanged"] as const;
/** Pixels that an editor has at least. */
const LEAST = 220;

export function CellFrame<Row extends GridRow>({ cells, api, editor }: Props<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const { at, end } = cells;
  const rowId = at?.name ?? "";
  const field = at?.column.field ?? "";
  useLayoutEffect(() => {
    const place = () => box.current && put(box.current, rowId, field);
    const follow = () => requestAnimationFrame(place);
    place();
    const resized = new ResizeObserver(place);
    if (box.current) resized.observe(box.current);
    for (const move of MOVES) api?.addEventListener(move, follow);
    return () => {
      resized.disconnect();
      if (!api?.isDestroyed()) for (const move of MOVES) api?.removeEventListener(move, follow);
    };
  }, [api, rowId, field]);
  if (!at) return null;
  return (
    <div ref={box} className={at.why ? "cell-frame cell-word" : "cell-frame"}>
      {at.why ? <p role="alert">{at.why}</p> : editor?.({ row: at.row, column: at.column, end })}
    </div>
  );
}

/** At its cell, within the list; above it where there is no room below. Where its cell is out of sight it stays at the edge. */
function put(box: HTMLElement, rowId: string, field: string): void {
  const frame = box.parentElement;
  const cell = frame?.querySelector<HTMLElement>(
    `.ag-row[row-id="${CSS.escape(rowId)}"] .ag-cell[col-id="${CSS.escape(field)}"]`,
  );
  if (!frame) return;
  const within = frame.getBoundingClientRect();
  const place = cell?.getBoundingClientRect();
  if (place) {
    box.style.setProperty("--cell-height", `${place.height}px`);
    box.style.minWidth = `${Math.min(Math.max(place.width, LEAST), within.width)}px`;
  }
  const { offsetHeight: height, offsetWidth: width } = box;
  const isWord = box.classList.contains("cell-word");
  const top = (place?.top ?? within.top) - within.top + (isWord ? (place?.height ?? 0) : 0);
  const isTooLow = top + height > within.height;
  const above = (place?.bottom ?? within.bottom) - within.top - height - (isWord ? (place?.height ?? 0) : 0);
  box.classList.toggle("cell-frame-above", isTooLow);
  box.style.top = `${Math.max(0, isTooLow ? Math.min(above, within.height - height) : top)}px`;
  const left = (place?.left ?? within.left) - within.left;
  box.style.left = `${Math.max(0, Math.min(left, within.width - width))}px`;
}
