// SQL of files. An answer names its file; one that no answer names any more is kept for a day, for those who undo.
import { FILE_ANSWER, type Field } from "#schemas/fields.ts";
import { type Db, type Dialect, isOneOf, sql, type TidyContext } from "#server";
import { isHeld } from "../held.ts";
import type { EventDataTables } from "../tables.ts";
import { tidyUnnamed } from "../unnamed.ts";

const tables = (db: Db) => db.withTables<EventDataTables>();

export interface AnswerFile {
  file: string;
  event_id: number;
  field_id: number;
  name: string;
  media_type: string;
  bytes: Buffer;
}

export async function keepFile(db: Db, file: AnswerFile, now: string): Promise<void> {
  await tables(db)
    .insertInto("event_data_file")
    .values({ ...file, created_at: now, left_at: null })
    .execute();
}

/** The file that an answer to a field names. */
export async function findFile(
  db: Db,
  { eventId, fieldId }: { eventId: number; fieldId: number },
  answer: unknown,
): Promise<Pick<AnswerFile, "name" | "media_type" | "bytes"> | undefined> {
  const [, file] = FILE_ANSWER.exec(String(answer)) ?? [];
  if (!file) return undefined;
  const row = await tables(db)
    .selectFrom("event_data_file")
    .select(["name", "media_type", "bytes"])
    .where("file", "=", file)
    .where("event_id", "=", eventId)
    .where("field_id", "=", fieldId)
    .executeTakeFirst();
  return row && { ...row, bytes: Buffer.from(row.bytes) };
}

/** Those answers among the given ones that name a file which was sent for their field in this event, as `KEY ANSWER`. */
export async function sentFiles(
  db: Db,
  eventId: number,
  fields: readonly Pick<Field, "id" | "key">[],
  given: Readonly<Record<string, unknown>>,
): Promise<ReadonlySet<string>> {
  const wanted = fields.flatMap(({ key }) => FILE_ANSWER.exec(String(given[key]))?.[1] ?? []);
  if (wanted.length === 0) return new Set();
  const rows = await tables(db)
    .selectFrom("event_data_file")
    .select(["file", "name", "field_id"])
    .where("file", "in", wanted)
    .where("event_id", "=", eventId)
    .execute();
  const keys = new Map(fields.map(({ id, key }) => [id, key]));
  return new Set(rows.map(({ file, name, field_id }) => `${keys.get(field_id)} ${file}/${name}`));
}

const isReady = sql<boolean>`exists (select 1 from event_data_listed as l
    where l.event_id = event_data_file.event_id and l.field_id = event_data_file.field_id and l.ready = 1)`;
// "0" comes after "/".
const isNamed = sql<boolean>`(exists (select 1 from event_data_answer as a
    where a.of_event = event_data_file.event_id and a.of_field = event_data_file.field_id and a.answer_number = -1e308
      and a.answer_text >= event_data_file.file || '/' and a.answer_text < event_data_file.file || '0')
    or ${isHeld("event_data_file.file")})`;

/** Takes files away that no profile has named for a day; only where the answers stand in their order, as they say who names one. */
export const tidyFiles = (context: Pick<TidyContext, "db" | "dialect" | "now">): Promise<void> =>
  tidyUnnamed(context, {
    table: "event_data_file",
    key: "file",
    isNamed: sql<boolean>`(not ${isReady} or ${isNamed})`,
  });

/** Takes those of some files away at once that no answer names any more. */
export async function removeUnnamedFiles(
  db: Db,
  { kind }: Dialect,
  eventId: number,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  await tables(db)
    .deleteFrom("event_data_file")
    .where("event_id", "=", eventId)
    .where(isOneOf(kind, "file", names))
    .where(isReady)
    .where((is) => is.not(isNamed))
    .execute();
}
