// A job of the person who asks, for areas whose jobs build on each other.
import type { Kysely } from "kysely";
import type { CoreTables } from "../../db/tables.ts";
import type { Context, Db } from "../../kernel/context.ts";

/** A job as an area sees its own. */
export interface OwnJob {
  id: number;
  kind: string;
  state: string;
  payload: unknown;
  result: unknown;
}

/** A job of this person in this app and event; without an event, one that belongs to none. */
export async function findOwnJob(
  { db, app, event, who }: Pick<Context, "db" | "app" | "who"> & { event?: Context["event"] | undefined },
  id: number,
): Promise<OwnJob | undefined> {
  const row = await (db as unknown as Kysely<CoreTables>)
    .selectFrom("core_job")
    .select(["id", "kind", "state", "payload", "result"])
    .where("id", "=", id)
    .where("app_id", "=", app.id)
    .where("event_id", event ? "=" : "is", event?.id ?? null)
    .where("user_id", "=", who.id)
    .executeTakeFirst();
  return (
    row && {
      ...row,
      payload: JSON.parse(row.payload),
      result: row.result === null ? undefined : JSON.parse(row.result),
    }
  );
}

/** What a job of an event was started with, whoever started it, and how it stands. */
export async function findJobOrder(
  db: Db,
  event: { id: number; app_id: number },
  id: number,
): Promise<{ kind: string; state: string; payload: unknown } | undefined> {
  const row = await (db as unknown as Kysely<CoreTables>)
    .selectFrom("core_job")
    .select(["kind", "state", "payload"])
    .where("id", "=", id)
    .where("app_id", "=", event.app_id)
    .where("event_id", "=", event.id)
    .executeTakeFirst();
  return row && { kind: row.kind, state: row.state, payload: JSON.parse(row.payload) };
}
