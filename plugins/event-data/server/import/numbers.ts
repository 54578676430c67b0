// Cells of a workbook that show a number in figures of their own, as 00012: where a number is wanted, they are the number.
import type { FileRow } from "./read/table.ts";
import type { Reading } from "./readRow.ts";

export async function* asNumbers(
  rows: AsyncIterable<FileRow>,
  { columns, own }: Pick<Reading, "columns" | "own">,
): AsyncGenerator<FileRow> {
  const fields = own?.fields.filter(({ kind }) => kind === "number") ?? [];
  const wanted = new Set(["id", ...fields.map(({ key }) => `fields.${key}`)]);
  const places = new Set(columns.filter(({ field }) => wanted.has(field)).map(({ at }) => at));
  for await (const row of rows) {
    const { numbers } = row;
    if (numbers) yield { ...row, cells: row.cells.map((cell, at) => (places.has(at) && numbers.get(at)) || cell) };
    else yield row;
  }
}
