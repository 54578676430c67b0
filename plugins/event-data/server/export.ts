// The export job: all rows of a list, or those that are ticked, in its groups, order and columns, to a spreadsheet file.
import { eachBlock, type JobContext, type JobHandler, listTypesOf, nameInEvent, zoneOf } from "#server";
import type { ExportDraft } from "../contract.ts";
import { besideAmong, valuesBeside } from "./columns/beside.ts";
import { settleAsked } from "./columns/settle.ts";
import { shownCells } from "./exportCells.ts";
import { countInGroups, eachInGroups } from "./exportGroups.ts";
import { listFieldsOf } from "./fields/repository.ts";
import { hiddenKeys } from "./fields/sight.ts";
import { distinctTitles } from "./import/columns/own.ts";
import { thingList } from "./list.ts";
import { onlyTicked } from "./selection.ts";
import type { Sheet } from "./sheet/cell.ts";
import { refuseTooMany, sheetFile } from "./sheet/offered.ts";
import { XLSX_ROWS } from "./sheet/xlsx.ts";

/** Kind of the jobs that export profiles. */
export const EXPORT_JOB = "event-data.export";

const BLOCK = 100;
const idOf = (row: Readonly<Record<string, unknown>>) => Number(row["id"]);

export const exportThings: JobHandler = (context) => exportInto(XLSX_ROWS, context);

/** The export, by workbooks that have room for so many rows. */
export async function exportInto(room: number, context: JobContext): Promise<{ rows: number }> {
  const {
    payload,
    appId,
    eventId = 0,
    who,
    read,
    inTransaction,
    dialect,
    now,
    progress,
    signal,
    saveFile,
    offered,
    speak,
  } = context;
  const {
    format,
    columns,
    type,
    category,
    locale = "en-gb",
    group = [],
    ids,
    except,
    ...asked
  } = payload as ExportDraft;
  const hidden = await hiddenKeys(read, dialect, { id: eventId, app_id: appId }, who);
  const fieldsOf = columns.map((column) => column.field);
  const beside = await besideAmong(read, eventId, offered, hidden, fieldsOf);
  const asks = { ...asked, group, by: group[0] ?? "" };
  const say = (key: string, values?: Record<string, unknown>) => speak(locale, key, values);
  await settleAsked({ read, dialect, eventId, offered, inTransaction }, asked);
  const whole = await thingList(read, dialect, eventId, { type, category }, offered, hidden, asks, { locale, say });
  const list = onlyTicked(whole, { ids, except });
  const question = { ...asked, columns: fieldsOf.filter((field) => !beside.has(field)) };
  const number = await countInGroups(read, dialect, list, question, group);
  refuseTooMany({ format, rows: number, say }, room);
  const fields = await listFieldsOf(read, { id: eventId, app_id: appId });
  const { cellsOf, ...looks } = shownCells(fieldsOf, {
    locale,
    timeZone: await zoneOf(read, eventId),
    typeNames: new Map((await listTypesOf(read, eventId)).map((type) => [type.id, nameInEvent(type, locale)])),
    fields: new Map(fields.map((field) => [field.key, field])),
    instants: new Set([...beside].flatMap(([field, { kind }]) => (kind === "date" ? [field] : []))),
    say,
  });
  const asking = { db: read, dialect, event: { id: eventId, app_id: appId }, who, now: now(), offered, locale, say };
  const blocks =
    group.length > 0
      ? eachInGroups(read, dialect, list, question, group, BLOCK)
      : eachBlock(read, dialect, list, question, BLOCK);
  const titles = distinctTitles(
    columns,
    fields.filter(({ key }) => !hidden.includes(key)),
  );
  let written = 0;
  const sheet: Sheet = { name: "Export", headings: titles, rows: cells(), ...looks };
  await saveFile(sheetFile("export", sheet, { format, locale, now: now() }));
  return { rows: written };

  async function* cells() {
    for await (const rows of blocks) {
      signal.throwIfAborted();
      const values = beside.size > 0 ? await valuesBeside(asking, beside, rows.map(idOf)) : undefined;
      yield rows.map((row) => cellsOf({ ...row, ...values?.get(idOf(row)) }));
      written += rows.length;
      progress(Math.min(1, written / Math.max(1, number)));
    }
  }
}
