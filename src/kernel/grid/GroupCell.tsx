// A group in its column: what it is called and how many rows it holds.
import type { ICellRendererParams } from "@ag-grid-community/core";
import { useLayoutEffect, useRef } from "react";
import { formatNumber } from "../i18n/formats.ts";
import { groupText } from "./columns.ts";
import type { GridColumn } from "./grid.ts";
import { isGroup } from "./groups.ts";

export function GroupCell({ data, context }: ICellRendererParams) {
  const text = useRef<HTMLSpanElement>(null);
  // AG Grid makes the arrow and this text a cell within the cell.
  useLayoutEffect(() => text.current?.closest(".ag-cell-wrapper")?.setAttribute("role", "presentation"));
  if (!isGroup(data)) return null;
  const columns = (context as { columns: () => readonly unknown[] }).columns() as readonly GridColumn[];
  const column = columns.find(({ field }) => field === data.by);
  return (
    <span ref={text} className="list-group">
      <span className="list-group-name">{groupText(column, data.group.value)}</span>
      <span className="list-group-count">{formatNumber(data.group.count)}</span>
    </span>
  );
}
