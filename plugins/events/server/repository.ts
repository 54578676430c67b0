// The question behind the list of events.

import type { ZonedQuestion } from "#schemas/list.ts";
import { type AppAccess, type Db, type Dialect, fold, isOneOf, listRows, sql } from "#server";
import type { EventRow } from "../contract.ts";

const fields = {
  id: { column: "id", kind: "number" },
  name: { column: "name", kind: "text" },
  active: { column: "active", kind: "number" },
  web_networking_activated: { column: "web_networking_activated", kind: "number" },
  format: { column: "format", kind: "text" },
  timezone: { column: "timezone", kind: "text" },
  date_start: { column: "date_start", kind: "date" },
  date_end: { column: "date_end", kind: "date" },
  archived_at: { column: "archived_at", kind: "date", nullable: true },
  updated_at: { column: "updated_at", kind: "date" },
  rev: { column: "rev", kind: "number" },
} as const;

/** Events of the app that the person may open. Days of an event are those of its own clocks, others those of `zone`. */
export async function queryEventsOf(
  db: Db,
  dialect: Dialect,
  app: AppAccess,
  { zone = "UTC", ...question }: ZonedQuestion,
) {
  const zones = { column: "timezone", among: await zonesOf(db, app.id) };
  const allowed = app.allowedEvents.includes(-1) ? [] : [{ column: "id", in: app.allowedEvents }];
  const names = question.search?.trim() ? await namesOf(db, app.id) : [];
  const { rows, total, matched } = await listRows(
    db,
    dialect,
    {
      from: "core_event",
      fields: {
        ...fields,
        date_start: { ...fields.date_start, zones },
        date_end: { ...fields.date_end, zones },
        archived_at: { ...fields.archived_at, zone },
        updated_at: { ...fields.updated_at, zone },
      },
      scope: [{ column: "app_id", value: app.id }, ...allowed],
      always: Object.keys(fields),
      defaultSort: [{ field: "date_start", direction: "desc" }],
      search: (words) => {
        const found = names.filter(({ name }) => words.every((word) => name.includes(word)));
        return isOneOf(
          dialect.kind,
          "id",
          found.map(({ id }) => id),
        );
      },
    },
    question,
  );
  return { rows: rows as unknown as EventRow[], total, matched };
}

/** The names of an app's events, which are few, as they are searched: no database folds them as we do. */
async function namesOf(db: Db, appId: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{
    id: number;
    name: string;
  }>`select id, name from core_event where app_id = ${appId}`.execute(db);
  return rows.map(({ id, name }) => ({ id, name: fold(name) }));
}

async function zonesOf(db: Db, appId: number): Promise<string[]> {
  const { rows } = await sql<{
    timezone: string;
  }>`select distinct timezone from core_event where app_id = ${appId}`.execute(db);
  return rows.map(({ timezone }) => timezone);
}
