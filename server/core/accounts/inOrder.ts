// Few rows in the order of their names: databases have orders of their own, which differ.
import { fold } from "#schemas/fold.ts";

/** Rows by what their names fold to, and where that is the same by id. */
export function inOrder<Row extends { id: number }>(rows: readonly Row[], namesOf: (row: Row) => string[]): Row[] {
  const keyed = rows.map((row) => ({ row, names: namesOf(row).map(fold) }));
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  keyed.sort((a, b) => {
    const differing = a.names.findIndex((name, at) => name !== b.names[at]);
    return compare(a.names[differing] ?? "", b.names[differing] ?? "") || a.row.id - b.row.id;
  });
  return keyed.map(({ row }) => row);
}
