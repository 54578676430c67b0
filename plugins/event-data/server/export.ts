// The export job: all rows of a list, in its order and columns, to a spreadsheet file.
import { eachBlock, type JobHandler, listRows, listTypesOf, problem } from "#server";
import type { ExportDraft } from "../contract.ts";
import { thingList } from "./list.ts";
import type { Cell, Sheet } from "./sheet/cell.ts";
import { writeCsv } from "./sheet/csv.ts";
import { writeXlsx, XLSX_ROWS } from "./sheet/xlsx.ts";

/** Kind of the jobs that export profiles. */
export const EXPORT_JOB = "event-data.export";

const BLOCK = 500;
const MEDIA = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
} as const;

export const exportThings: JobHandler = async ({
  payload,
  eventId = 0,
  read,
  dialect,
  now,
  progress,
  signal,
  saveFile,
  offered,
}) => {
  const { format, columns, type, category, ...asked } = payload as ExportDraft;
  const list = await thingList(read, dialect, eventId, { type, category }, offered);
  const question = { ...asked, columns: columns.map((column) => column.field) };
  const { matched } = await listRows(read, dialect, list, { ...question, limit: 0 });
  if (format === "xlsx" && matched > XLSX_ROWS) {
    throw problem("invalid", {
      message: `A workbook has room for ${XLSX_ROWS} rows and these are ${matched}; choose CSV`,
    });
  }
  const typeNames = new Map((await listTypesOf(read, eventId)).map((type) => [type.id, type.name]));
  let written = 0;
  const sheet: Sheet = { name: "Export", headings: columns.map((column) => column.title), rows: cells() };
  const pieces: Buffer[] = [];
  for await (const piece of format === "xlsx" ? writeXlsx(sheet, now()) : writeCsv(sheet)) pieces.push(piece);
  await saveFile({ name: `export.${format}`, mediaType: MEDIA[format], bytes: Buffer.concat(pieces) });
  return { rows: written };

  async function* cells() {
    for await (const rows of eachBlock(read, dialect, list, question, BLOCK)) {
      signal.throwIfAborted();
      yield rows.map((row) => rowCells(row, question.columns, typeNames));
      written += rows.length;
      progress(written / Math.max(1, matched));
    }
  }
};

function rowCells(
  row: Readonly<Record<string, unknown>>,
  fields: readonly string[],
  typeNames: ReadonlyMap<number, string>,
): Cell[] {
  const own = typeof row.fields === "string" ? (JSON.parse(row.fields) as Record<string, unknown>) : {};
  return fields.map((field) => {
    if (field === "type_id") return typeNames.get(Number(row[field])) ?? null;
    if (field === "created_at" || field === "updated_at") return new Date(String(row[field]));
    if (field === "fields") return JSON.stringify(own);
    return asCell(field.startsWith("fields.") ? own[field.slice("fields.".length)] : row[field]);
  });
}

function asCell(value: unknown): Cell {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}
