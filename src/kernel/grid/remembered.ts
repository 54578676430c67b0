// How a person has arranged a list: kept in the browser under the name of the list.
import type { ColumnState } from "@ag-grid-community/core";

export interface Remembered {
  columns?: ColumnState[];
}

export function rememberedKey(name: string): string {
  return `grid.${name}`;
}

/** What is kept of a list; nothing of one without a name. */
export function remembered(local: { read(key: string): unknown }, name: string | undefined): Remembered {
  const kept = name ? local.read(rememberedKey(name)) : undefined;
  return typeof kept === "object" && kept !== null ? (kept as Remembered) : {};
}
