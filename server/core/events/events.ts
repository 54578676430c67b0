// Events of an app as everybody asks for them; another app's event, or one that is not allowed, does not exist.
import type { Kysely, Selectable } from "kysely";
import type { Event } from "#schemas/session.ts";
import { ready } from "../../db/ready.ts";
import type { CoreTables, EventTable } from "../../db/tables.ts";
import type { AppAccess, EventRow } from "../../kernel/context.ts";
import { problem } from "../../kernel/problem.ts";

/** Columns of an event's row. */
export const columns = [
  "id",
  "app_id",
  "name",
  "active",
  "web_networking_activated",
  "format",
  "timezone",
  "date_start",
  "date_end",
  "archived_at",
  "rev",
  "created_at",
  "updated_at",
] as const;

/** Whether the person may work with an event of the app. */
export function mayOpen(allowedEvents: readonly number[], eventId: number): boolean {
  return allowedEvents.includes(-1) || allowedEvents.includes(eventId);
}

const findEvent = ready((db, appId: number, eventId: number) =>
  db.selectFrom("core_event").select(columns).where("id", "=", eventId).where("app_id", "=", appId),
);

/** An event of this app that this person may open; `seen` where it has been looked up already. Throws `not_found`. */
export async function getEventOf(
  db: Kysely<CoreTables>,
  app: AppAccess,
  eventId: number,
  seen?: EventRow,
): Promise<EventRow> {
  const row = seen?.app_id === app.id && seen.id === eventId ? seen : await findEvent(db, app.id, eventId);
  if (!row || !mayOpen(app.allowedEvents, eventId)) throw problem("not_found");
  return row;
}

/** Addresses name numbers that PostgreSQL takes for no id. */
const MOST_ID = 2 ** 31;

/** Events of the app, newest first, among the allowed ones. */
export async function listEventsOf(
  db: Kysely<CoreTables>,
  app: AppAccess,
  { archived, limit, only }: { archived: boolean; limit: number; only?: readonly number[] },
): Promise<EventRow[]> {
  // Told to the database, which counts up to the limit: others would take the places of those that may be seen.
  const { allowedEvents } = app;
  const ids = only ? only.filter((id) => id < MOST_ID && mayOpen(allowedEvents, id)) : allowedEvents;
  const isSome = only !== undefined || !allowedEvents.includes(-1);
  if (isSome && ids.length === 0) return [];
  let query = db
    .selectFrom("core_event")
    .select(columns)
    .where("app_id", "=", app.id)
    .orderBy("date_start", "desc")
    .orderBy("id")
    .limit(limit);
  if (!archived) query = query.where("archived_at", "is", null);
  if (isSome) query = query.where("id", "in", [...ids]);
  return query.execute();
}

/** An event as it is sent. */
export function eventOf(row: Selectable<EventTable>): Event {
  const { id, name, format, timezone, rev } = row;
  return {
    id,
    name,
    active: row.active === 1 ? 1 : 0,
    web_networking_activated: row.web_networking_activated === 1 ? 1 : 0,
    format,
    timezone,
    date: { date_start: row.date_start, date_end: row.date_end },
    dropdownName: `${name} (${id})`,
    ...(row.archived_at && { archived: true as const }),
    rev,
  };
}
