// The rows whose cells are selected. To ask the grid for one that is not loaded makes it look through all that it has, so only
// those that are loaded are looked at, and how many there are in all is reckoned.
import type { Column, GridApi, IRowNode } from "@ag-grid-community/core";

/** Cells that were selected together. */
export interface Span {
  first: number;
  last: number;
  columns: readonly Column[];
}

export interface SelectedRows {
  spans: readonly Span[];
  /** Those that are loaded, as they stand. */
  nodes: readonly IRowNode[];
  /** How many there are with those that are not. */
  all: number;
}

export function isWithin({ first, last }: Span, { rowIndex }: Pick<IRowNode, "rowIndex">): boolean {
  return rowIndex !== null && rowIndex >= first && rowIndex <= last;
}

export function selectedRows(
  api: Pick<GridApi, "getCellRanges" | "getDisplayedRowCount" | "forEachNode">,
): SelectedRows {
  const end = api.getDisplayedRowCount() - 1;
  const spans = (api.getCellRanges() ?? []).flatMap(({ startRow, endRow, columns }): Span[] => {
    if (!startRow || !endRow) return [];
    const first = Math.min(startRow.rowIndex, endRow.rowIndex);
    const last = Math.min(end, Math.max(startRow.rowIndex, endRow.rowIndex));
    return first > last ? [] : [{ first, last, columns }];
  });
  const nodes: IRowNode[] = [];
  if (spans.length > 0)
    api.forEachNode((node) => {
      if (node.data && spans.some((span) => isWithin(span, node))) nodes.push(node);
    });
  nodes.sort((one, other) => (one.rowIndex ?? 0) - (other.rowIndex ?? 0));
  return { spans, nodes, all: covered(spans) };
}

/** How many rows lie in one of them. */
function covered(spans: readonly Span[]): number {
  let count = 0;
  let from = 0;
  for (const { first, last } of [...spans].sort((one, other) => one.first - other.first)) {
    count += Math.max(0, last + 1 - Math.max(first, from));
    from = Math.max(from, last + 1);
  }
  return count;
}
