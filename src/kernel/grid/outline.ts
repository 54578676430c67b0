// Which columns stand where before the grid has drawn them: by the same rules as the grid's own.
import { MIN_WIDTH, WIDTHS } from "./columns.ts";
import type { GridColumn, GridRow } from "./grid.ts";
import type { Remembered } from "./remembered.ts";

export interface OutlineColumn<Row extends GridRow> {
  column: GridColumn<Row>;
  style: { width: number } | { flexGrow: number; flexBasis: number; minWidth: number };
}

/** The visible columns in the order of the view, else of the person, else of the list; pinned ones first. */
export function outlineColumns<Row extends GridRow>(
  columns: readonly GridColumn<Row>[],
  kept: Remembered["columns"],
  view: readonly string[] | undefined,
): OutlineColumn<Row>[] {
  const byField = new Map(columns.map((column) => [column.field, column]));
  const states = new Map((kept ?? []).map((state) => [state.colId, state]));
  const order = view ?? [...new Set([...states.keys(), ...byField.keys()])];
  const shown = order.flatMap((field) => {
    const column = byField.get(field);
    const state = states.get(field);
    const isHidden = view ? false : (state?.hide ?? column?.hidden ?? false);
    if (!column || isHidden) return [];
    const pinned = state ? state.pinned : column.pinned;
    return [{ pinned, column, style: styleOf(column, state) }];
  });
  const place = ({ pinned }: (typeof shown)[number]) => (pinned === "right" ? 1 : pinned ? -1 : 0);
  return shown.sort((a, b) => place(a) - place(b)).map(({ column, style }) => ({ column, style }));
}

/** As many of the columns as fit into a width in pixels, and the one that is cut. */
export function columnsWithin<Row extends GridRow>(
  columns: readonly OutlineColumn<Row>[],
  width: number,
): OutlineColumn<Row>[] {
  let taken = 0;
  return columns.filter(({ style }) => {
    const isSeen = taken < width;
    taken += "width" in style ? style.width : style.minWidth;
    return isSeen;
  });
}

function styleOf<Row extends GridRow>(
  column: GridColumn<Row>,
  state: NonNullable<Remembered["columns"]>[number] | undefined,
): OutlineColumn<Row>["style"] {
  const minWidth = column.minWidth ?? MIN_WIDTH;
  const flex = state ? state.flex : column.flex;
  if (flex) return { flexGrow: flex, flexBasis: 0, minWidth };
  return { width: Math.max(minWidth, state?.width ?? column.width ?? WIDTHS[column.kind ?? "text"]) };
}
