// Which columns of a list its chart can show, and which it shows first.
import type { DataGridProps, GridColumn, GridRow, GridView } from "./grid.ts";

/** The columns that a chart of the list can show; none where the list is not the one of its page or tells no groups. */
export function chartColumns<Row extends GridRow>(list: DataGridProps<Row>): readonly GridColumn<Row>[] {
  if (!list.ask || !list.askGroups || (list.addressed ?? true) !== true) return [];
  return list.columns.filter(({ groupable }) => groupable !== false);
}

/** The columns of numbers whose sum or average tells something. */
export function measurable<Row extends GridRow>(columns: readonly GridColumn<Row>[]): readonly GridColumn<Row>[] {
  return columns.filter(({ kind, summable }) => kind === "number" && summable !== false);
}

/** The column that is drawn until the person chooses one: that of the groups, else the first with few values. */
export function firstColumn<Row extends GridRow>(columns: readonly GridColumn<Row>[], { group }: GridView) {
  const few = ({ kind, hidden }: GridColumn<Row>) => !hidden && (kind === "choice" || kind === "boolean");
  return columns.find(({ field }) => field === group[0]) ?? columns.find(few) ?? columns[0];
}
