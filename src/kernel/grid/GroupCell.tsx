// A group in its column: what it is called and how many rows it holds.
import type { ICellRendererParams } from "@ag-grid-community/core";
import { formatNumber } from "../i18n/formats.ts";
import { groupText } from "./columns.ts";
import type { GridColumn } from "./grid.ts";
import { isGroup } from "./groups.ts";

export function GroupCell({ data, context }: ICellRendererParams) {
  if (!isGroup(data)) return null;
  const columns = (context as { columns: () => readonly unknown[] }).columns() as readonly GridColumn[];
  const column = columns.find(({ field }) => field === data.by);
  return (
    <span className="list-group">
      {groupText(column, data.group.value)}
      <span className="list-group-count">{formatNumber(data.group.count)}</span>
    </span>
  );
}
