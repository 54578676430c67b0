// The rows of the grid that show one of the list: where groups are of a column of which a row may have several values, it stands in
// several of them, and each of AG Grid's rows needs a name of its own.
import type { GetRowIdParams, GridApi, IRowNode } from "@ag-grid-community/core";
import type { GridColumn, GridRow } from "./grid.ts";

const WITHIN = " in ";

/** How AG Grid calls a row. */
export function rowId({ data, parentKeys = [], api, context }: GetRowIdParams): string {
  return nameWithin(data.id, parentKeys, standsInSeveral(api, context.columns()));
}

/** The same of a row by its id, in the group at a path. */
export function nameWithin(id: GridRow["id"], path: readonly string[], inSeveral: boolean): string {
  return path.length === 0 || !inSeveral ? String(id) : `${id}${WITHIN}${JSON.stringify(path)}`;
}

/** Of how AG Grid calls a row, the part that names that of the list. */
export function ownId(name: string): string {
  return name.split(WITHIN)[0] as string;
}

/** Whether the rows are grouped by a column of which one may have several values. */
export function standsInSeveral(api: GridApi, columns: readonly Pick<GridColumn, "field" | "several">[]): boolean {
  const grouped = api.getRowGroupColumns().map((column) => column.getColId());
  return columns.some(({ field, several }) => several && grouped.includes(field));
}

/** Finds the rows of the grid that show some of the list. */
export function nodesIn(api: GridApi): (id: GridRow["id"]) => IRowNode[] {
  let all: Map<string, IRowNode[]> | undefined;
  return (id) => {
    const only = api.getRowNode(String(id));
    if (only) return [only];
    if (api.getRowGroupColumns().length === 0) return [];
    if (!all) {
      all = new Map();
      const known = all;
      api.forEachNode((node) => {
        const own = ownId(node.id ?? "");
        if (own !== node.id) known.set(own, [...(known.get(own) ?? []), node]);
      });
    }
    return all.get(String(id)) ?? [];
  };
}

/** The first of them, as they stand on the screen; one that is loaded but not shown where none is. */
export function firstOf(api: GridApi, id: GridRow["id"]): IRowNode | undefined {
  const place = ({ rowIndex }: IRowNode) => rowIndex ?? Number.POSITIVE_INFINITY;
  return nodesIn(api)(id).reduce<IRowNode | undefined>(
    (first, one) => (first && place(first) <= place(one) ? first : one),
    undefined,
  );
}
