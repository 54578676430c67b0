// Events of an app as everybody asks for them; another app's event, or one that is not allowed, does not exist.
import { type Kysely, type Selectable, sql } from "kysely";
import type { Event } from "#schemas/session.ts";
import type { Dialect } from "../../db/dialect.ts";
import { ready } from "../../db/ready.ts";
import type { CoreTables, EventTable } from "../../db/tables.ts";
import type { AppAccess, EventRow } from "../../kernel/context.ts";
import { JsonText } from "../../kernel/jsonText.ts";
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

interface Asked {
  archived: boolean;
  limit: number;
  only?: readonly number[] | undefined;
}

/** Events of the app, newest first, among the allowed ones. */
export async function listEventsOf(db: Kysely<CoreTables>, app: AppAccess, asked: Asked): Promise<EventRow[]> {
  return (await eventsOf(db, app, asked)?.execute()) ?? [];
}

function eventsOf(db: Kysely<CoreTables>, app: AppAccess, { archived, limit, only }: Asked) {
  // Told to the database, which counts up to the limit: others would take the places of those that may be seen.
  const { allowedEvents } = app;
  const ids = only ? only.filter((id) => id < MOST_ID && mayOpen(allowedEvents, id)) : allowedEvents;
  const isSome = only !== undefined || !allowedEvents.includes(-1);
  if (isSome && ids.length === 0) return undefined;
  let query = db
    .selectFrom("core_event")
    .select(columns)
    .where("app_id", "=", app.id)
    .orderBy("date_start", "desc")
    .orderBy("id")
    .limit(limit);
  if (!archived) query = query.where("archived_at", "is", null);
  if (isSome) query = query.where("id", "in", [...ids]);
  return query;
}

/** The same as they are sent, as text that the database makes: of ten thousand, putting them together would hold everybody up. */
export async function listEventsText(
  db: Kysely<CoreTables>,
  { kind }: Pick<Dialect, "kind">,
  app: AppAccess,
  asked: Asked,
): Promise<JsonText<Event[]>> {
  const events = eventsOf(db, app, asked);
  if (!events) return new JsonText("[]");
  const isSqlite = kind === "sqlite";
  const object = sql.raw(isSqlite ? "json_object" : "json_build_object");
  const yes = sql.raw(isSqlite ? "json('true')" : "true");
  const one = sql`${object}('id', id, 'name', name, 'active', case when active = 1 then 1 else 0 end,
    'web_networking_activated', case when web_networking_activated = 1 then 1 else 0 end, 'format', format, 'timezone', timezone,
    'date', ${object}('date_start', date_start, 'date_end', date_end), 'dropdownName', name || ' (' || id || ')',
    'archived', case when archived_at is not null then ${yes} end, 'rev', rev)`;
  // What is not archived does not say so.
  const all = isSqlite
    ? sql`cast(json_group_array(json_patch('{}', ${one})) as blob)`
    : sql`coalesce(json_agg(json_strip_nulls(${one})), '[]')::text`;
  const { rows } = await sql<{ text: string | Uint8Array }>`select ${all} as text from ${events.as("event")}`.execute(
    db,
  );
  return new JsonText(rows[0]?.text ?? "[]");
}

/** An event as it is sent; `listEventsText` says the same of many. */
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
