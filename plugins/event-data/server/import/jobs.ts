// The two jobs of an import: reading a file, and importing it. And the importer behind the one address for every import.
import { type Importer, type JobContext, type JobHandler, listTypesOf, type OwnJob, problem } from "#server";
import { type ImportFile, type ThingImportDraft, type ThingImportResult, UNDO_LINES } from "../../contract.ts";
import { keepListed } from "../fields/listed.ts";
import { questionsOfEvent } from "../fields/questions.ts";
import { visibleTo } from "../fields/sight.ts";
import { peek } from "./blocks.ts";
import { cancelledIn } from "./columns/cancelled.ts";
import { isHeading, systemIn } from "./columns/columns.ts";
import { refuseWithoutMail } from "./columns/withoutMail.ts";
import { findColumns } from "./findColumns.ts";
import { hintsIn } from "./hints.ts";
import { importThings } from "./importThings.ts";
import { type Encoding, type FileFacts, inWords, tableOf } from "./read/table.ts";
import { refusedBy } from "./rest.ts";

export const READ_JOB = "event-data.import-file";
export const IMPORT_JOB = "event-data.import";

const LOOKED_AT = 200;
const NOTES = 20;
const LOCALE = "en-gb";

/** What the job that reads a file is started with. */
export interface ReadOrder {
  name: string;
  /** The job that the file was sent for, if it is read anew. */
  file?: number;
  /** The data type that its lines are to get, as far as that is known by then. */
  type?: number;
  sheet?: string;
  encoding?: Encoding;
  separator?: string;
  locale?: string;
}

export const readImport: JobHandler = (context): Promise<ImportFile> => {
  const { locale = LOCALE } = context.payload as ReadOrder;
  return inWords(context.speak, locale, () => read(context));
};

async function read(context: JobContext): Promise<ImportFile> {
  const { name, file, type, locale = LOCALE, ...wanted } = context.payload as ReadOrder;
  const { eventId = 0, speak } = context;
  const { openFile } = await import("./read/open.ts");
  const opened = await openFile(() => context.input(file), wanted, context.signal);
  const table = await tableOf(opened, isHeading, hintsIn(speak));
  const { first, rows } = await peek(table.rows, LOOKED_AT);
  const { fields } = await questionsOfEvent(context.read, context.appId, eventId, context.who);
  const { facts } = table;
  const visible = visibleTo(fields, context.who.accessRole);
  const columns = await findColumns(context, { eventId, table, first, fields, visible, locale });
  const types = await listTypesOf(context.read, eventId);
  refuseWithoutMail(
    table.headings,
    columns.map(({ field }) => field),
    types.find(({ id }) => id === type),
  );
  const cancelled = cancelledIn(table);
  let count = 0;
  for await (const _ of rows) {
    count += 1;
    if (count % 1000 !== 0) continue;
    context.progress(table.share());
    context.signal.throwIfAborted();
  }
  return {
    name,
    format: facts.format,
    system: systemIn(table) ?? null,
    records: facts.records ?? null,
    encoding: facts.encoding ?? null,
    separator: facts.separator ?? null,
    sheets: facts.sheets ?? [],
    sheet: facts.sheet ?? null,
    rows: count,
    columns,
    ...(cancelled ? { state: cancelled.at } : {}),
    more_notes: Math.max(0, table.notes.length - NOTES),
    notes: table.notes.slice(0, NOTES).map(({ line, key, values }) => ({
      line,
      message: speak(locale, `event-data:import.problem.${key}`, values),
    })),
  };
}

/** What the import job is started with: the person's draft, and what is known of the file. */
export type ImportOrder = ThingImportDraft & { rows: number };

export const runImport: JobHandler = async (context): Promise<ThingImportResult> => {
  const order = context.payload as ImportOrder;
  const { eventId } = context;
  if (eventId === undefined) throw problem("not_found");
  // An event that came after a field of several events learns here what its lists are sorted by.
  const { dialect, inTransaction, appId } = context;
  if (order.mode === "apply")
    await keepListed({ dialect, inTransaction: (work) => inTransaction(work) }, context.read, {
      id: eventId,
      app_id: appId,
    });
  return importThings(
    { ...context, eventId },
    {
      file: order.file,
      rows: order.only?.length ?? order.rows,
      mended: order.mended,
      only: order.only,
      refused: await refusedBy(context, eventId, { kind: IMPORT_JOB, job: order.after }),
      tellsLines: true,
      keepsBefore: order.rows <= UNDO_LINES,
      sheet: order.sheet,
      encoding: order.encoding,
      separator: order.separator,
      typeId: order.type,
      mode: order.mode,
      key: order.key ?? "auto",
      clearsBlanks: order.blanks === "clear",
      write: order.write ?? "both",
      takesCancelled: order.cancelled === "take",
      columns: order.columns,
      locale: order.locale ?? LOCALE,
    },
  );
};

export const thingImporter: Importer = {
  kind: "thing",
  formats: ["csv", "xlsx", "open-event"],
  permissions: ["things"],
  accessRole: 200,
  run: (context) =>
    importThings(context, {
      format: context.format as FileFacts["format"],
      typeId: context.typeId,
      sheet: context.sheet,
      mode: context.mode,
      key: context.key ?? "auto",
      keepsBefore: true,
      clearsBlanks: false,
      write: "both",
      locale: context.locale ?? LOCALE,
    }),
};

/** What a finished reading found, for those who may import its file, and the job that the file was sent for. */
export function fileOf(job: OwnJob | undefined): { upload: number; found: ImportFile } {
  if (job?.kind !== READ_JOB || job.state !== "done" || !job.result) {
    throw problem("not_found", {
      message: "This file has not been read, or is no longer kept; send it again",
      text: "event-data:gone.upload",
    });
  }
  return { upload: (job.payload as ReadOrder).file ?? job.id, found: job.result as ImportFile };
}
