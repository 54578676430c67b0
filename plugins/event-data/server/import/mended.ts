// Lines that a person has mended beside what is wrong with them: which can be, and the rows of a file with them in their places.
import { plainText } from "#schemas/plainText.ts";
import type { ThingImportResult } from "../../contract.ts";
import type { ImportOptions } from "./options.ts";
import { type FileFacts, type FileRow, isBlank } from "./read/table.ts";

/** Signs of a line that is told with its cells, and of all such lines of a run. */
const LINE = 4000;
const ALL = 200_000;
/** Lines that are told with their cells. */
const LINES = 100;
/** Lines of which what was read is not what stands in them, or in which nothing is wrong. */
const BEYOND_MENDING = new Set(["hugeRow", "noRecord", "changedMeanwhile", "cancelled"]);

/** The rows of a file; of lines that were mended what they have become. */
export async function* mendedRows(
  rows: AsyncIterable<FileRow>,
  { mended = [] }: Pick<ImportOptions, "mended">,
  { format }: Pick<FileFacts, "format">,
): AsyncGenerator<FileRow> {
  const known = new Map(mended.map(({ line, cells }) => [line, cells]));
  for await (const row of rows) {
    const cells = known.get(row.line);
    if (!cells) yield row;
    else if (!isBlank({ cells })) yield mendedRow(row, cells, format === "csv");
  }
}

/** The row with other cells; what is known of those that are as they were told is still so, and a line that ended early does. */
function mendedRow(row: FileRow, cells: string[], endsEarly: boolean): FileRow {
  const isAsTold = (at: number) => (cells[at] ?? "") === plainText(row.cells[at] ?? "");
  const { unkept = [], texts = [] } = row;
  const beyond = endsEarly ? cells.flatMap((_, at) => (at < row.cells.length ? [] : [at])) : [];
  const missing = [...(row.missing ?? []), ...beyond];
  return {
    ...{ line: row.line, cells },
    ...{ unkept: unkept.filter(isAsTold), texts: texts.filter(isAsTold), missing: missing.filter(isAsTold) },
  };
}

/** Lines that are left out, as far as they can be mended where they are told. */
export class Mendable {
  private weight: number;

  constructor(private readonly result: ThingImportResult) {
    this.weight = (result.lines ?? []).reduce((all, { cells }) => all + weightOf(cells), 0);
  }

  add(line: number, cells: readonly string[], problems: readonly { key: string }[]): void {
    const weight = weightOf(cells);
    if (problems.some(({ key }) => BEYOND_MENDING.has(key)) || cells.length === 0 || weight > LINE) return;
    this.result.lines ??= [];
    const { lines } = this.result;
    if (lines.length >= LINES || this.weight + weight > ALL) return;
    this.weight += weight;
    lines.push({ line, cells: cells.map(plainText) });
  }
}

function weightOf(cells: readonly string[]): number {
  let weight = 0;
  for (const cell of cells) weight += cell.length + 1;
  return weight;
}
