// The data types of an event, for the areas whose records have one.
import { type TypeLook, type TypeWords, typeName } from "#schemas/typeLook.ts";
import type { Dialect } from "../../db/dialect.ts";
import type { CoreTables } from "../../db/tables.ts";
import type { Db } from "../../kernel/context.ts";

/** A data type that an event has. Category 1 participants, 2 companies, 3 items. */
export interface TypeOfEvent {
  id: number;
  /** In the app and everywhere else; the event may call it otherwise. */
  name: string;
  categoryId: number;
  /** What it is called in this event, by language, where the event says so. */
  labels?: Readonly<Record<string, TypeWords>> | undefined;
}

/** What a data type is called in its event, in a language. */
export function nameInEvent({ name, labels }: Pick<TypeOfEvent, "name" | "labels">, locale: string): string {
  return typeName({ type: name, labels }, locale);
}

/** Whether somebody means this data type: by its name, or by any that its event gives it. */
export function isTypeCalled({ name, labels }: TypeOfEvent, text: string): boolean {
  const names = [name, ...Object.values(labels ?? {}).flatMap(({ one, many }) => [one, many])];
  return names.some((each) => each !== "" && each.toLowerCase() === text.toLowerCase());
}

/** The data types of one event, in the order in which they were made. */
export async function listTypesOf(db: Db, eventId: number): Promise<TypeOfEvent[]> {
  const rows = await db
    .withTables<CoreTables>()
    .selectFrom("core_event_type")
    .innerJoin("core_type", "core_type.id", "core_event_type.type_id")
    .select(["core_type.id", "core_type.type", "core_type.type_category_id", "core_event_type.look"])
    .where("core_event_type.event_id", "=", eventId)
    .orderBy("core_type.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.type,
    categoryId: row.type_category_id,
    labels: lookIn(row.look).labels,
  }));
}

/** What an event's row says of a data type. */
export function lookIn(text: string): TypeLook {
  return text === "{}" ? {} : (JSON.parse(text) as TypeLook);
}

/** Those of some data types that the event still has. Until the end of the transaction nobody takes them away. */
export async function holdTypes(
  db: Db,
  dialect: Dialect,
  eventId: number,
  typeIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const asked = db
    .withTables<CoreTables>()
    .selectFrom("core_event_type")
    .select("type_id")
    .where("event_id", "=", eventId)
    .where("type_id", "in", [...typeIds])
    .orderBy("type_id");
  const rows = typeIds.length === 0 ? [] : await dialect.forKeyShare(asked).execute();
  return new Set(rows.map(({ type_id }) => type_id));
}

/** Those of some data types that the app still has. Until the end of the transaction nobody removes them. */
export async function holdAppTypes(
  db: Db,
  dialect: Dialect,
  appId: number,
  typeIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const asked = db
    .withTables<CoreTables>()
    .selectFrom("core_type")
    .select("id")
    .where("app_id", "=", appId)
    .where("id", "in", [...typeIds])
    .orderBy("id");
  const rows = typeIds.length === 0 ? [] : await dialect.forKeyShare(asked).execute();
  return new Set(rows.map(({ id }) => id));
}

/** All data types of an app, in the order in which they were made. */
export async function listAppTypesOf(db: Db, appId: number): Promise<TypeOfEvent[]> {
  const rows = await db
    .withTables<CoreTables>()
    .selectFrom("core_type")
    .select(["id", "type", "type_category_id"])
    .where("app_id", "=", appId)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ id: row.id, name: row.type, categoryId: row.type_category_id }));
}

/** The zone of an event's clocks. */
export async function zoneOf(db: Db, eventId: number): Promise<string> {
  return (await appAndZoneOf(db, eventId)).zone;
}

/** The app of an event, and the zone of its clocks; of an event that is gone, no app. */
export async function appAndZoneOf(db: Db, eventId: number): Promise<{ appId: number; zone: string }> {
  const event = await db
    .withTables<CoreTables>()
    .selectFrom("core_event")
    .select(["app_id", "timezone"])
    .where("id", "=", eventId)
    .executeTakeFirst();
  return { appId: event?.app_id ?? 0, zone: event?.timezone ?? "UTC" };
}

/** The ids of all events of an app, archived ones too. */
export async function listEventIdsOf(db: Db, appId: number): Promise<number[]> {
  const rows = await db
    .withTables<CoreTables>()
    .selectFrom("core_event")
    .select("id")
    .where("app_id", "=", appId)
    .execute();
  return rows.map(({ id }) => id);
}
