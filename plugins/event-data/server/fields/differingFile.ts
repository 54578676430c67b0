// People whose answers differ between events, as a file: a preview names the first of them alone. One line for each answer, written
// as they are found.
import type { Promotion } from "#schemas/fieldPromotion.ts";
import type { Field } from "#schemas/fields.ts";
import { DEFAULT_LOCALE } from "#schemas/scalars.ts";
import { type JobContext, type JobHandler, listEventNamesOf } from "#server";
import { shownCells } from "../exportCells.ts";
import type { Cell } from "../sheet/cell.ts";
import { sheetFile } from "../sheet/offered.ts";
import { fieldGone } from "./gone.ts";
import { findField } from "./repository.ts";
import { visibleTo } from "./sight.ts";
import { eachDiffering } from "./travel/differing.ts";

const SHARED = 0;

/** Kind of the jobs that write who answers a multi-event field differently. */
export const DIFFERING_FILE_JOB = "event-data.differing-file";

const HEADS = [
  "event-data:field.email",
  "event-data:field.name",
  "event-data:differing.event",
  "event-data:differing.answer",
  "event-data:field.updated_at",
];

type People = Promotion["people"];

export interface DifferingFilePayload {
  fieldId: number;
  locale?: string | undefined;
}

/** Answers how many lines it has; of each person the newest answer comes first. */
export async function saveDiffering(
  { read, appId, now, signal, speak, saveFile }: JobContext,
  field: Field,
  people: AsyncIterable<People>,
  locale = DEFAULT_LOCALE,
): Promise<{ rows: number }> {
  const say = (key: string) => speak(locale, key);
  const events = await listEventNamesOf(read, appId);
  const fields = new Map([[field.key, field]]);
  const reader = { locale, timeZone: "UTC", typeNames: new Map(), fields, instants: new Set<string>(), say };
  const { cellsOf, ...looks } = shownCells([`fields.${field.key}`], reader);
  let written = 0;
  async function* rows(): AsyncGenerator<Cell[][]> {
    for await (const some of people) {
      signal.throwIfAborted();
      const lines = some.flatMap(({ email, name, answers }) =>
        answers.map(({ event_id, answer, updated_at }) => {
          const shown = cellsOf({ fields: JSON.stringify({ [field.key]: answer }) });
          return [email, name, events.get(event_id)?.name ?? "", ...shown, updated_at];
        }),
      );
      written += lines.length;
      yield lines;
    }
  }
  const sheet = { name: "Export", headings: HEADS.map(say), rows: rows(), ...looks };
  await saveFile(sheetFile("differing-answers", sheet, { format: "csv", locale, now: now() }));
  return { rows: written };
}

export const writeDiffering: JobHandler = async (context) => {
  const { fieldId, locale } = context.payload as DifferingFilePayload;
  const { read, dialect, appId, who } = context;
  const field = await findField(read, appId, fieldId);
  // It may have become the own one of an event, or one of stronger roles, since the file was asked for.
  if (field?.event_id !== SHARED || visibleTo([field], who.accessRole).length === 0) throw fieldGone();
  const app = { id: appId, allowedEvents: who.allowedEvents };
  return saveDiffering(context, field, eachDiffering(read, dialect, app, field), locale);
};
