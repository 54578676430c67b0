// Cells of a workbook that show a number in figures of their own, as 00012: where a number is wanted, they are the number.
import type { FileRow } from "./read/table.ts";
import type { Reading } from "./readRow.ts";

type Columns = Pick<Reading, "columns" | "own">;

/** Where columns stand that fill fields of numbers, and these others. */
export function numberPlaces({ columns, own }: Columns, others: readonly string[] = []): ReadonlySet<number> {
  const fields = own?.fields.filter(({ kind }) => kind === "number") ?? [];
  const wanted = new Set([...others, ...fields.map(({ key }) => `fields.${key}`)]);
  return new Set(columns.filter(({ field }) => wanted.has(field)).map(({ at }) => at));
}

export async function* asNumbers(rows: AsyncIterable<FileRow>, reading: Columns): AsyncGenerator<FileRow> {
  const places = numberPlaces(reading, ["id"]);
  for await (const row of rows) {
    const { numbers } = row;
    if (numbers) yield { ...row, cells: row.cells.map((cell, at) => (places.has(at) && numbers.get(at)) || cell) };
    else yield row;
  }
}
