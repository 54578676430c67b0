// SQL of field definitions. Every function takes the open transaction, or a reader, first.
import type { Selectable } from "kysely";
import type { Field } from "#schemas/fields.ts";
import { type Db, listEventIdsOf } from "#server";
import type { EventDataTables, FieldTable } from "../tables.ts";

const COLUMNS = ["id", "event_id", "key", "kind", "definition", "position", "archived_at", "rev"] as const;
type Row = Pick<Selectable<FieldTable>, (typeof COLUMNS)[number]>;

/** What is written of a field. */
export type FieldValues = Omit<Field, "id" | "rev" | "position" | "event_id" | "key" | "archived_at">;

/** Whose fields are meant: an event's own, or with `eventId` 0 those that the app's events share. */
export interface FieldOwner {
  appId: number;
  eventId: number;
}

const tables = (db: Db) => db.withTables<EventDataTables>();

/** The fields of an event: its own and those that it shares, shared ones first, archived ones too. */
export async function listFieldsOf(db: Db, event: { id: number; app_id: number }): Promise<Field[]> {
  const rows = await tables(db)
    .selectFrom("event_data_field")
    .select(COLUMNS)
    .where("app_id", "=", event.app_id)
    .where("event_id", "in", [0, event.id])
    .orderBy("event_id")
    .orderBy("position")
    .orderBy("id")
    .execute();
  return rows.map(asField).filter(({ event_ids }) => event_ids.length === 0 || event_ids.includes(event.id));
}

/** Those fields of an event of which no two profiles give the same answer. */
export async function listUnique(db: Db, event: { id: number; app_id: number }): Promise<Field[]> {
  const rows = await tables(db)
    .selectFrom("event_data_field")
    .select(COLUMNS)
    .where("app_id", "=", event.app_id)
    .where("event_id", "in", [0, event.id])
    .where("archived_at", "is", null)
    // A text that says so has its quotation marks escaped.
    .where("definition", "like", '%"unique":true%')
    .orderBy("id")
    .execute();
  return rows.map(asField).filter(({ event_ids }) => event_ids.length === 0 || event_ids.includes(event.id));
}

/** The fields of one owner, in their order. */
export async function listOwn(db: Db, { appId, eventId }: FieldOwner): Promise<Field[]> {
  const rows = await tables(db)
    .selectFrom("event_data_field")
    .select(COLUMNS)
    .where("app_id", "=", appId)
    .where("event_id", "=", eventId)
    .orderBy("position")
    .orderBy("id")
    .execute();
  return rows.map(asField);
}

/** Every field of the app, whosever it is. */
export async function listAll(db: Db, appId: number): Promise<Field[]> {
  const rows = await tables(db).selectFrom("event_data_field").select(COLUMNS).where("app_id", "=", appId).execute();
  return rows.map(asField);
}

/** Every field of the app with one key, whichever event has it. */
export async function listByKey(db: Db, appId: number, key: string): Promise<Field[]> {
  const rows = await tables(db)
    .selectFrom("event_data_field")
    .select(COLUMNS)
    .where("app_id", "=", appId)
    .where("key", "=", key)
    .orderBy("event_id")
    .execute();
  return rows.map(asField);
}

/** The events in which answers of this key are the field's, asked now or left over: in no other does a field of its own have the key. */
export async function eventsOfKey(
  db: Db,
  appId: number,
  { event_id, key }: Pick<Field, "event_id" | "key">,
): Promise<number[]> {
  if (event_id !== 0) return [event_id];
  const others = (await listByKey(db, appId, key)).map((other) => other.event_id);
  return (await listEventIdsOf(db, appId)).filter((id) => !others.includes(id));
}

export async function findField(db: Db, appId: number, id: number): Promise<Field | undefined> {
  const row = await tables(db)
    .selectFrom("event_data_field")
    .select(COLUMNS)
    .where("app_id", "=", appId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row && asField(row);
}

export async function createField(
  db: Db,
  { appId, eventId }: FieldOwner,
  key: string,
  values: FieldValues,
  now: string,
): Promise<Field> {
  const { last } = await tables(db)
    .selectFrom("event_data_field")
    .select(({ fn }) => fn.max("position").as("last"))
    .where("app_id", "=", appId)
    .where("event_id", "=", eventId)
    .executeTakeFirstOrThrow();
  const row = await tables(db)
    .insertInto("event_data_field")
    .values({
      app_id: appId,
      event_id: eventId,
      key,
      ...asColumns(values),
      position: Number(last ?? 0) + 1,
      archived_at: null,
      created_at: now,
      updated_at: now,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return asField(row);
}

/** Answers nothing when `rev` is no longer the row's. */
export async function saveField(
  db: Db,
  { id, rev }: Pick<Field, "id" | "rev">,
  change: { values?: FieldValues; archived_at?: string | null; owner?: FieldOwner },
  now: string,
): Promise<Field | undefined> {
  const { values, owner, archived_at } = change;
  const row = await tables(db)
    .updateTable("event_data_field")
    .set({
      ...(values && asColumns(values)),
      ...(archived_at !== undefined && { archived_at }),
      ...(owner && { app_id: owner.appId, event_id: owner.eventId }),
      rev: rev + 1,
      updated_at: now,
    })
    .where("id", "=", id)
    .where("rev", "=", rev)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && asField(row);
}

/**
 * Saves what becomes of a field as it stands: whoever saves it in between goes first, and it is looked at once more. Answers it
 * before and after; nothing where there was nothing to change, or it is gone.
 */
export async function changeField(
  db: Db,
  { appId, id, now }: { appId: number; id: number; now: string },
  change: (field: Field) => Partial<FieldValues> | undefined,
): Promise<{ before: Field; after: Field } | undefined> {
  for (;;) {
    const before = await findField(db, appId, id);
    const values = before && change(before);
    if (!before || !values) return undefined;
    const after = await saveField(db, before, { values: { ...before, ...values } }, now);
    if (after) return { before, after };
  }
}

/** Gives a field its place in the order; its revision stays, since nothing that a form edits has changed. */
export async function placeField(db: Db, { id }: Pick<Field, "id">, position: number): Promise<void> {
  await tables(db).updateTable("event_data_field").set({ position }).where("id", "=", id).execute();
}

export async function removeField(db: Db, { id }: Pick<Field, "id">): Promise<void> {
  await tables(db).deleteFrom("event_data_field").where("id", "=", id).execute();
}

type Kept = Omit<FieldValues, "kind" | "unique"> & Partial<Pick<FieldValues, "unique">>;

/** The rows of fields as the table has them, in the order of the ids that are given. */
export async function getRows(db: Db, ids: readonly number[]) {
  const rows = await tables(db)
    .selectFrom("event_data_field")
    .selectAll()
    .where("id", "in", [...ids])
    .execute();
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** Puts rows back: the first in the place of what stands there now, the others as they were. */
export async function putRows(
  db: Db,
  { id, ...first }: Selectable<FieldTable>,
  others: readonly Selectable<FieldTable>[],
): Promise<void> {
  await tables(db).updateTable("event_data_field").set(first).where("id", "=", id).execute();
  if (others.length > 0)
    await tables(db)
      .insertInto("event_data_field")
      .values([...others])
      .execute();
}

function asField({ definition, kind, ...row }: Row): Field {
  // What came later than the first fields is not in their definitions.
  const { unique = false, match_weight = 0, ...kept } = JSON.parse(definition) as Kept;
  return { ...row, kind: kind as Field["kind"], ...kept, unique, match_weight };
}

/** What a field's definition keeps, without the columns that rows are found by. */
function asColumns(values: FieldValues) {
  const { labels, help, section, type_ids, event_ids, required, unique, limits, options, places } = values;
  const { owner_edits, see_role, edit_role, match_weight } = values;
  // Until somebody says which data types have it now.
  const types_lost = values.types_lost === true && type_ids.length === 0;
  const definition = { labels, help, section, type_ids, event_ids, required, unique, limits, options, places };
  return {
    kind: values.kind,
    definition: JSON.stringify({
      ...{ ...definition, owner_edits, see_role, edit_role, match_weight },
      ...(types_lost && { types_lost }),
    }),
  };
}
