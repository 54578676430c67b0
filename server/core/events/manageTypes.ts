// What areas may do with the data types of an app; reached through #server. What is kept about a type beside its name is theirs.
import type { Kysely, Selectable } from "kysely";
import type { TypeLook } from "#schemas/typeLook.ts";
import type { Dialect } from "../../db/dialect.ts";
import type { CoreTables, TypeTable } from "../../db/tables.ts";
import type { Db } from "../../kernel/context.ts";
import { coreTables } from "../accounts/coreTables.ts";
import { lookIn } from "./types.ts";

const COLUMNS = ["id", "type", "type_category_id", "rev", "position", "definition", "archived_at"] as const;

/** A data type with everything that is kept about it; `definition` is JSON. */
export type TypeRow = Pick<Selectable<TypeTable>, (typeof COLUMNS)[number]>;
/** What is written about a data type. */
export type TypeValues = Pick<TypeRow, "type" | "type_category_id" | "definition">;

/** The data types of an app, by category and in their order. */
export function listTypeRows(db: Db, appId: number): Promise<TypeRow[]> {
  return coreTables(db)
    .selectFrom("core_type")
    .select(COLUMNS)
    .where("app_id", "=", appId)
    .orderBy("type_category_id")
    .orderBy("position")
    .orderBy("type")
    .execute();
}

/** Makes a data type, the last of its category. */
export async function createTypeOf(db: Db, appId: number, values: TypeValues): Promise<TypeRow> {
  const core = coreTables(db);
  const { last } = await core
    .selectFrom("core_type")
    .select(({ fn }) => fn.max("position").as("last"))
    .where("app_id", "=", appId)
    .where("type_category_id", "=", values.type_category_id)
    .executeTakeFirstOrThrow();
  return core
    .insertInto("core_type")
    .values({ ...values, app_id: appId, position: Number(last ?? 0) + 1 })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Saves a data type if nobody else did since it was read; undefined when somebody had. */
export function saveTypeOf(
  db: Db,
  appId: number,
  known: { id: number; rev: number },
  change: Partial<TypeValues> & { archived_at?: string | null },
): Promise<TypeRow | undefined> {
  return coreTables(db)
    .updateTable("core_type")
    .set({ ...change, rev: known.rev + 1 })
    .where("app_id", "=", appId)
    .where("id", "=", known.id)
    .where("rev", "=", known.rev)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Puts data types into this order; their revisions stay, since nothing that a form edits has changed. */
export async function placeTypesOf(db: Db, appId: number, ids: readonly number[]): Promise<void> {
  for (const [at, id] of ids.entries()) {
    const update = coreTables(db)
      .updateTable("core_type")
      .set({ position: at + 1 });
    await update.where("app_id", "=", appId).where("id", "=", id).execute();
  }
}

/**
 * Names and places of data types, and what events call them, are compared with all others of the app: whoever changes one waits for
 * the others. It comes before any other lock.
 */
export function lockTypesOf(db: Db, dialect: Dialect, appId: number): Promise<void> {
  return dialect.lock(db as never, `data types ${appId}`);
}

/** Waits for everybody who is making something of a data type, of one event or of all, so that what is counted then is all there is. */
export async function claimTypeOf(db: Db, dialect: Dialect, typeId: number, eventId?: number): Promise<void> {
  const asked = coreTables(db).selectFrom("core_event_type").select("event_id").where("type_id", "=", typeId);
  const own = eventId === undefined ? asked : asked.where("event_id", "=", eventId);
  await dialect.forUpdate(own.orderBy("event_id")).execute();
  if (eventId !== undefined) return;
  // What the app has names a type that no event may have.
  const type = coreTables(db).selectFrom("core_type").select("id").where("id", "=", typeId);
  await dialect.forUpdate(type).execute();
}

/** Takes a data type out of every event and away. Whether it is needed, its area has asked. */
export async function removeTypeOf(db: Db, appId: number, id: number): Promise<void> {
  const core = coreTables(db);
  await core.deleteFrom("core_event_type").where("type_id", "=", id).execute();
  await core.deleteFrom("core_type").where("app_id", "=", appId).where("id", "=", id).execute();
}

/** Which events of the app have which data types. */
export async function listEventTypesOf(db: Db, appId: number): Promise<{ event_id: number; type_id: number }[]> {
  return coreTables(db)
    .selectFrom("core_event_type")
    .innerJoin("core_event", "core_event.id", "core_event_type.event_id")
    .select(["core_event_type.event_id", "core_event_type.type_id"])
    .where("core_event.app_id", "=", appId)
    .orderBy("core_event_type.event_id")
    .execute();
}

/** A data type of an event, with what the event says of it otherwise than the app. */
export interface EventTypeRow {
  type_id: number;
  look: TypeLook;
  /** Null where the event leaves it to the app. */
  position: number | null;
}

/** What an event says of its data types, in the order of the event. */
export async function listTypesInEvent(db: Db, eventId: number): Promise<EventTypeRow[]> {
  const rows = await inOrder(coreTables(db))
    .select(["e.type_id", "e.look", "e.position"])
    .where("e.event_id", "=", eventId)
    .execute();
  return rows.map(({ look, ...row }) => ({ ...row, look: lookIn(look) }));
}

/** Types of events by category, each in the order of its event; those without a place there behind, in the order of the app. */
export function inOrder(core: Kysely<CoreTables>) {
  return core
    .selectFrom("core_event_type as e")
    .innerJoin("core_type as t", "t.id", "e.type_id")
    .orderBy("t.type_category_id")
    .orderBy((eb) => eb.fn.coalesce("e.position", eb.lit(LAST)))
    .orderBy("t.position")
    .orderBy("t.type");
}

const LAST = 1_000_000;

/** Says of data types that an event has how it calls and shows them, and where they stand. */
export async function saveTypesInEvent(db: Db, eventId: number, rows: readonly EventTypeRow[]): Promise<void> {
  for (const { type_id, look, position } of rows) {
    await coreTables(db)
      .updateTable("core_event_type")
      .set({ look: JSON.stringify(look), position })
      .where("event_id", "=", eventId)
      .where("type_id", "=", type_id)
      .execute();
  }
}

/** Gives events a data type that they do not have yet. */
export async function giveTypeTo(db: Db, typeId: number, eventIds: readonly number[]): Promise<void> {
  if (eventIds.length === 0) return;
  await coreTables(db)
    .insertInto("core_event_type")
    .values(eventIds.map((event_id) => ({ event_id, type_id: typeId })))
    .onConflict((conflict) => conflict.columns(["event_id", "type_id"]).doNothing())
    .execute();
}

/** Takes a data type out of an event. Whether the event needs it, its area has asked. */
export async function takeTypeFrom(db: Db, typeId: number, eventId: number): Promise<void> {
  await coreTables(db)
    .deleteFrom("core_event_type")
    .where("event_id", "=", eventId)
    .where("type_id", "=", typeId)
    .execute();
}

/** Names of the app's events by id, and which of them are archived. */
export async function listEventNamesOf(
  db: Db,
  appId: number,
): Promise<Map<number, { name: string; archived: boolean }>> {
  const rows = await coreTables(db)
    .selectFrom("core_event")
    .select(["id", "name", "archived_at"])
    .where("app_id", "=", appId)
    .execute();
  return new Map(rows.map(({ id, name, archived_at }) => [id, { name, archived: archived_at !== null }]));
}
