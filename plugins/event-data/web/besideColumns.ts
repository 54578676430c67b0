// Columns whose values other areas know: left out until somebody chooses them, and asked for only then.
import type { GridColumn } from "#web";
import type { ProfileColumn, ThingRow } from "../contract.ts";

export function besideColumns(columns: readonly ProfileColumn[]): GridColumn<ThingRow>[] {
  return columns.map(({ field, title, kind }) => ({
    field,
    title,
    kind,
    beside: true,
    sortable: false,
    filterable: false,
    groupable: false,
    summable: false,
    hidden: true,
    width: kind === "number" ? 190 : 200,
  }));
}
