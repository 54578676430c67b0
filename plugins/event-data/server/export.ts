// The export job: all rows of a list, in its order and columns, to a spreadsheet file.
import { type Field, fileName, hasOptions, optionName } from "#schemas/fields.ts";
import { eachBlock, type JobHandler, listRows, listTypesOf, problem } from "#server";
import type { ExportDraft } from "../contract.ts";
import { listFieldsOf } from "./fields/repository.ts";
import { hiddenKeys } from "./fields/sight.ts";
import { thingList } from "./list.ts";
import type { Cell, Sheet } from "./sheet/cell.ts";
import { writeCsv } from "./sheet/csv.ts";
import { writeXlsx, XLSX_ROWS } from "./sheet/xlsx.ts";

/** Kind of the jobs that export profiles. */
export const EXPORT_JOB = "event-data.export";

const BLOCK = 100;
const MEDIA = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
} as const;

export const exportThings: JobHandler = async ({
  payload,
  appId,
  eventId = 0,
  who,
  read,
  dialect,
  now,
  progress,
  signal,
  saveFile,
  offered,
  speak,
}) => {
  const { format, columns, type, category, locale = "en-gb", ...asked } = payload as ExportDraft;
  const hidden = await hiddenKeys(read, dialect, { id: eventId, app_id: appId }, who);
  const list = await thingList(read, dialect, eventId, { type, category }, offered, hidden);
  const question = { ...asked, columns: columns.map((column) => column.field) };
  const { matched } = await listRows(read, dialect, list, { ...question, limit: 0 });
  if (format === "xlsx" && matched > XLSX_ROWS) {
    throw problem("invalid", {
      message: speak(locale, "event-data:export.tooMany", { most: XLSX_ROWS, number: matched }),
    });
  }
  const typeNames = new Map((await listTypesOf(read, eventId)).map((type) => [type.id, type.name]));
  const fields = new Map((await listFieldsOf(read, { id: eventId, app_id: appId })).map((field) => [field.key, field]));
  const answer = (key: string, value: unknown) => answerCell(fields.get(key), value, locale);
  let written = 0;
  const sheet: Sheet = { name: "Export", headings: columns.map((column) => column.title), rows: cells() };
  const bytes = format === "xlsx" ? writeXlsx(sheet, now()) : writeCsv(sheet);
  await saveFile({ name: `export.${format}`, mediaType: MEDIA[format], bytes });
  return { rows: written };

  async function* cells() {
    for await (const rows of eachBlock(read, dialect, list, question, BLOCK)) {
      signal.throwIfAborted();
      yield rows.map((row) => rowCells(row, question.columns, typeNames, answer));
      written += rows.length;
      progress(written / Math.max(1, matched));
    }
  }
};

const OWN = "fields.";

/** Options by their names, as an import reads them again; instants as dates. */
function answerCell(field: Field | undefined, value: unknown, locale: string): Cell {
  if (value === undefined) return null;
  if (field?.kind === "file") return fileName(value);
  if (field && hasOptions(field))
    return [value]
      .flat()
      .map((key) => optionName(field, String(key), locale))
      .join("; ");
  if (field?.kind === "datetime" && !Number.isNaN(Date.parse(String(value)))) return new Date(String(value));
  return Array.isArray(value) ? value.join("; ") : asCell(value);
}

function rowCells(
  row: Readonly<Record<string, unknown>>,
  fields: readonly string[],
  typeNames: ReadonlyMap<number, string>,
  answer: (key: string, value: unknown) => Cell,
): Cell[] {
  const own = typeof row.fields === "string" ? (JSON.parse(row.fields) as Record<string, unknown>) : {};
  return fields.map((field) => {
    if (field === "type_id") return typeNames.get(Number(row[field])) ?? null;
    if (field === "created_at" || field === "updated_at") return new Date(String(row[field]));
    if (field === "fields") return JSON.stringify(own);
    if (!field.startsWith(OWN)) return asCell(row[field]);
    const key = field.slice(OWN.length);
    return answer(key, own[key]);
  });
}

function asCell(value: unknown): Cell {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}
