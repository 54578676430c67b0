// What areas may do with events as a whole; reached through #server.
import type { Updateable } from "kysely";
import type { EventTable } from "../../db/tables.ts";
import type { AppAccess, Context, Db, EventRow } from "../../kernel/context.ts";
import { coreTables } from "../accounts/coreTables.ts";
import { columns, getEventOf, listEventsOf } from "./events.ts";

/** What is written about an event. */
export type EventValues = Pick<
  EventRow,
  "name" | "active" | "web_networking_activated" | "format" | "timezone" | "date_start" | "date_end"
>;

/** Makes an event of the app. Whoever may not open every event may open this one. */
export async function createEventOf(
  { db, dialect, app, who, now }: Pick<Context, "db" | "dialect" | "app" | "who" | "now">,
  values: EventValues,
): Promise<EventRow> {
  const core = coreTables(db);
  const at = now.toISOString();
  const row = await core
    .insertInto("core_event")
    .values({ ...values, app_id: app.id, archived_at: null, created_at: at, updated_at: at })
    .returning(columns)
    .executeTakeFirstOrThrow();
  // What the request knows was read before this transaction, and of an API token it is only the token's part.
  const own = core.selectFrom("core_membership").select(["id", "allowed_events", "rev"]);
  const asked = own.where("user_id", "=", who.id).where("app_id", "=", app.id);
  const membership = await dialect.forUpdate(asked).executeTakeFirstOrThrow();
  const allowed = JSON.parse(membership.allowed_events) as number[];
  if (allowed.includes(-1)) return row;
  await core
    .updateTable("core_membership")
    .set({ allowed_events: JSON.stringify([...allowed, row.id]), rev: membership.rev + 1 })
    .where("id", "=", membership.id)
    .execute();
  return row;
}

/** Saves an event if nobody else did since it was read; undefined when somebody had. */
export function saveEventOf(
  db: Db,
  known: { id: number; rev: number },
  change: Partial<EventValues> & Pick<Updateable<EventTable>, "archived_at">,
  now: Date,
): Promise<EventRow | undefined> {
  return coreTables(db)
    .updateTable("core_event")
    .set({ ...change, rev: known.rev + 1, updated_at: now.toISOString() })
    .where("id", "=", known.id)
    .where("rev", "=", known.rev)
    .returning(columns)
    .executeTakeFirst();
}

/** Gives an event the data types of another, or those of the app that are in use. */
export async function addTypesTo(
  db: Db,
  eventId: number,
  from: { eventId: number } | { appId: number },
): Promise<void> {
  const core = coreTables(db);
  const types =
    "eventId" in from
      ? await core
          .selectFrom("core_event_type")
          .select(["type_id as id", "look", "position"])
          .where("event_id", "=", from.eventId)
          .execute()
      : await core
          .selectFrom("core_type")
          .select("id")
          .where("app_id", "=", from.appId)
          .where("archived_at", "is", null)
          .execute();
  if (types.length === 0) return;
  await core
    .insertInto("core_event_type")
    .values(types.map(({ id, ...said }) => ({ event_id: eventId, type_id: id, ...said })))
    .execute();
}

/** The events of the app that are not archived and that this person may open, the latest first. */
export function openEventsOf(db: Db, app: AppAccess, limit: number): Promise<EventRow[]> {
  return listEventsOf(coreTables(db), app, { archived: false, limit });
}

/** One event of the app that this person may open, archived or not. Throws `not_found`. */
export function allowedEventOf(db: Db, app: AppAccess, eventId: number): Promise<EventRow> {
  return getEventOf(coreTables(db), app, eventId);
}
