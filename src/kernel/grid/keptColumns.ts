// What is kept of a list's columns: how wide they are, where they stand and which are shown. Pure.
import type { ColumnState } from "@ag-grid-community/core";
import { turnedPin } from "./arranging.ts";
import { WIDTHS } from "./columns.ts";
import type { GridColumn, GridRow } from "./grid.ts";

/** Columns that a list does not have now, such as fields of another event, and are kept all the same. */
const MOST_ABSENT = 300;

/** A column as its list begins, pinned as AG Grid says it. */
export function beginning<Row extends GridRow>(column: GridColumn<Row>): ColumnState {
  return {
    colId: column.field,
    hide: column.hidden === true,
    pinned: turnedPin(column.pinned ?? null),
    ...(column.flex ? { flex: column.flex } : { flex: null, width: column.width ?? WIDTHS[column.kind ?? "text"] }),
  };
}

/** The width and the pin of a column and nothing else of it. */
export function widthOf({ colId, width, flex, pinned }: ColumnState): ColumnState {
  return { colId, ...(width !== undefined && { width }), ...(flex !== undefined && { flex }), pinned: pinned ?? null };
}

/**
 * What is kept, with the widths and pins of columns that somebody else has chosen; nothing new where they are as they were. What
 * is kept and what is shown name the pins alike.
 */
export function withWidths(kept: readonly ColumnState[], shown: readonly ColumnState[]): ColumnState[] | undefined {
  const now = new Map(shown.map((state) => [state.colId, state]));
  let isOther = false;
  const next = kept.map((state) => {
    const other = now.get(state.colId);
    if (!other || isAsWide(state, other)) return state;
    isOther = true;
    return { ...state, ...widthOf(other) };
  });
  return isOther ? next : undefined;
}

/** A share of the room has no width of its own. */
function isAsWide(one: ColumnState, other: ColumnState): boolean {
  if ((one.pinned ?? null) !== (other.pinned ?? null)) return false;
  return one.flex || other.flex ? (one.flex ?? null) === (other.flex ?? null) : one.width === other.width;
}

/** Columns in their order, and those that were kept before and are not `there`, each after the one that it stood after. */
export function withAbsent(
  columns: readonly ColumnState[],
  before: readonly ColumnState[],
  there: ReadonlySet<string>,
): ColumnState[] {
  const isAbsent = ({ colId }: ColumnState) => !there.has(colId);
  const absent = before.filter(isAbsent);
  // Of too many those that are shown count more: most lists begin without the others.
  const counting = absent.length > MOST_ABSENT ? absent.filter(({ hide }) => !hide).slice(0, MOST_ABSENT) : absent;
  const carried = new Set(counting);
  const all = [...columns];
  // Once a list has been taken back, those that it lacks have nothing that they stand after.
  let at = before.every(isAbsent) ? all.length : 0;
  for (const state of before) {
    if (carried.has(state)) all.splice(at++, 0, state);
    else if (!isAbsent(state)) at = all.findIndex(({ colId }) => colId === state.colId) + 1;
  }
  return all;
}
