// What the status bar says, by specification §1: which figures, when, and how they are written.
import type { GridApi } from "@ag-grid-community/core";
import type { GridColumn } from "./grid.ts";
import { isWithin, type SelectedRows } from "./ranges.ts";

/** Sum and friends of the selected cells. A missing figure is not shown. */
export interface CellFigures {
  count?: number;
  sum?: number;
  min?: number;
  max?: number;
  avg?: number;
}

/**
 * Figures of the selected cells: the count only when more than one cell has a value, the others only when more than
 * one numeric cell is selected.
 */
export function figuresOf(values: Iterable<unknown>): CellFigures {
  let count = 0;
  const numbers: number[] = [];
  for (const value of values) {
    if (value === null || value === undefined || value === "") continue;
    count += 1;
    const number = typeof value === "bigint" ? Number(value) : value;
    if (typeof number === "number" && Number.isFinite(number)) numbers.push(number);
  }
  const figures: CellFigures = count > 1 ? { count } : {};
  if (numbers.length < 2) return figures;
  const sum = numbers.reduce((total, one) => total + one, 0);
  const min = numbers.reduce((least, one) => Math.min(least, one));
  const max = numbers.reduce((most, one) => Math.max(most, one));
  return { ...figures, sum, min, max, avg: sum / numbers.length };
}

/**
 * Values of the selected cells in rows that are loaded; a cell in two ranges counts once. Only a column of numbers has numeric
 * cells: a number that stands for a label, such as the id of a type, is a text to the reader.
 */
export function* selectedValues(
  api: Pick<GridApi, "getValue">,
  { spans, nodes }: SelectedRows,
  columns: readonly Pick<GridColumn, "field" | "kind">[],
): Generator<unknown> {
  const numeric = new Set(columns.filter(({ kind }) => kind === "number").map(({ field }) => field));
  for (const node of nodes) {
    const seen = new Set<string>();
    for (const span of spans) {
      if (!isWithin(span, node)) continue;
      for (const column of span.columns) {
        const field = column.getColId();
        if (seen.has(field)) continue;
        seen.add(field);
        const value: unknown = api.getValue(column, node);
        yield typeof value === "number" && !numeric.has(field) ? String(value) : value;
      }
    }
  }
}

/** The number of selected rows: "?" when it is not known, nothing at zero. */
export function selectedText(count: number, format: (value: number) => string): string | undefined {
  if (count === 0) return undefined;
  return count < 0 ? "?" : format(count);
}

/** Whether the number of filtered rows says anything: not when it equals the total. */
export function showsFiltered(matched: number, total: number): boolean {
  return matched !== total;
}

/** Two decimals, with the language's separators. */
export const TWO_DECIMALS: Intl.NumberFormatOptions = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
