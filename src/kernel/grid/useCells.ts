// Which cell of a list is being edited, and how one goes on from it. What a cell is edited with is its owner's.
import type { Column, GridApi } from "@ag-grid-community/core";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { t } from "../i18n/setup.ts";
import type { CellEditing, DataGridProps, GridColumn, GridRow } from "./grid.ts";
import { isGroup } from "./groups.ts";
import { firstOf } from "./rowNodes.ts";

/** The cell at which an editor stands, or a word why it has none. */
export interface CellAt<Row extends GridRow = GridRow> {
  key: number;
  row: Row;
  /** What AG Grid calls the row: one of the list may stand in several groups. */
  name: string;
  column: GridColumn<Row>;
  why?: string | undefined;
}

export type Cells<Row extends GridRow = GridRow> = ReturnType<typeof useCells<Row>>;

export function useCells<Row extends GridRow>(api: GridApi | undefined, props: DataGridProps<Row>) {
  const [at, setAt] = useState<CellAt<Row>>();
  const now = useRef({ props, at, count: 0 });
  now.current = { ...now.current, props, at };

  const show = (cell: Omit<CellAt<Row>, "key"> | undefined) => {
    now.current.count += 1;
    const next = cell && { ...cell, key: now.current.count };
    now.current.at = next;
    // At once: the next key is meant for what has opened.
    flushSync(() => setAt(next));
  };

  /** False where the column is edited nowhere; with `asks` a word says so. */
  const begin = (
    { row, name }: Pick<CellAt<Row>, "row" | "name">,
    field: string | undefined,
    asks = false,
  ): boolean => {
    const column = now.current.props.columns.find((one) => one.field === field);
    if (!api || !column || !now.current.props.editor) return false;
    const may = column.edits?.(row) ?? (asks ? t("grid:edit.never") : false);
    if (may === false) return false;
    api.ensureColumnVisible(column.field);
    show({ row, name, column, why: may === true ? undefined : may });
    return true;
  };

  /** The cells that can be edited after or before one, as they stand on the screen, as far as rows are loaded. */
  const beside = (from: CellAt<Row>, step: 1 | -1): { row: Row; name: string; column: Column } | undefined => {
    const shown = api?.getAllDisplayedColumns() ?? [];
    const index = api?.getRowNode(from.name)?.rowIndex ?? undefined;
    if (!api || index === undefined) return undefined;
    let place = shown.findIndex((one) => one.getColId() === from.column.field) + step;
    for (let line = index; ; line += step, place = step > 0 ? 0 : shown.length - 1) {
      const node = api.getDisplayedRowAtIndex(line);
      const row = node?.data as Row | undefined;
      if (!row) return undefined;
      for (; !isGroup(row) && place >= 0 && place < shown.length; place += step) {
        const column = shown[place] as Column;
        const known = now.current.props.columns.find(({ field }) => field === column.getColId());
        if (known?.edits?.(row) === true) return { row, name: node?.id ?? "", column };
      }
    }
  };

  /** What ends late leaves an editor alone that has opened meanwhile. */
  const endOf =
    (key: number | undefined): CellEditing<Row>["end"] =>
    (how) => {
      const { at: from } = now.current;
      if (!api || from?.key !== key || !from) return;
      const next = how === "next" ? beside(from, 1) : how === "previous" ? beside(from, -1) : undefined;
      show(undefined);
      if (how === "stay") return;
      const index = api.getRowNode((next ?? from).name)?.rowIndex ?? undefined;
      if (index !== undefined) {
        api.ensureIndexVisible(index);
        api.setFocusedCell(index, next?.column.getColId() ?? from.column.field);
      }
      if (next) begin(next, next.column.getColId());
    };

  // A word goes with the next key or press; an editor stays until it is ended.
  const isWord = at?.why !== undefined;
  useEffect(() => {
    if (!isWord) return;
    const close = () => setAt(undefined);
    for (const kind of ["keydown", "pointerdown"]) document.addEventListener(kind, close, true);
    return () => {
      for (const kind of ["keydown", "pointerdown"]) document.removeEventListener(kind, close, true);
    };
  }, [isWord]);

  const steady = useRef((id: GridRow["id"], field: string) => openRef.current(id, field));
  const openRef = useRef<(id: GridRow["id"], field: string) => boolean>(() => false);
  openRef.current = (id, field) => {
    const node = api && firstOf(api, id);
    if (!node?.data || node.rowIndex === null) return false;
    api?.ensureIndexVisible(node.rowIndex);
    return begin({ row: node.data as Row, name: node.id ?? "" }, field);
  };

  return { at, begin, end: endOf(at?.key), open: steady.current };
}
