// What was changed last, as areas tell it: each the lines of its own kinds of objects, to whom it lets read them.
import { type Kysely, type RawBuilder, sql } from "kysely";
import { actionKeys, objectKeys } from "#schemas/changeWords.ts";
import type { Change } from "#schemas/overview.ts";
import type { Dialect } from "../../db/dialect.ts";
import { isOneOf } from "../../db/rows.ts";
import type { CoreTables } from "../../db/tables.ts";
import type { AppAccess, Db } from "../../kernel/context.ts";
import { coreTables } from "../accounts/coreTables.ts";

/** Changes that one area tells, and that are told of all together. */
export const CHANGES_TOLD = 8;
/** Lines that an area is given: some may be about nothing that this person sees. */
const GIVEN = 4 * CHANGES_TOLD;
/** Events that are looked through with one question. */
const EVENTS_AT_ONCE = 50;

/** A line of the history as it is told. */
export interface ToldLine {
  id: number;
  at: string;
  actor: string;
  action: string;
  /** Of which kind the object is. */
  kind: string;
  /** What the object was called; empty where it has no name, or none any more. */
  label: string;
  event: number | undefined;
}

/** One of the latest lines, with what changed. */
export interface LatestLine extends ToldLine {
  event: number;
  objectId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** A line as a change, which leads to a place in the dashboard. */
export function changeOf({ id, at, actor, action, kind, label, event }: ToldLine, path: string): Change {
  return {
    ...{ id, at, actor, action: actionKeys(action, kind) },
    object: label === "" ? objectKeys(kind) : { text: label },
    ...(event !== undefined && { event }),
    path,
  };
}

/**
 * The latest lines of these kinds of objects in an event, or in those of the app that the person may open; lines with actions that are
 * `untold` count for nothing. Found by the index alone, however many lines of other kinds and actions there are.
 */
export async function latestAudit(
  db: Db,
  dialect: Dialect,
  app: Pick<AppAccess, "id" | "allowedEvents">,
  eventId: number | undefined,
  kinds: readonly string[],
  untold: readonly string[] = [],
): Promise<LatestLine[]> {
  const read = coreTables(db);
  const events = eventId === undefined ? await lastOfEach(read, dialect, app) : [{ id: eventId }];
  let ids: number[] = [];
  for (let at = 0; at < events.length; at += EVENTS_AT_ONCE) {
    const some = events.slice(at, at + EVENTS_AT_ONCE);
    // Nothing was done in these, nor in those behind them, since the last of what is given.
    if ((ids[GIVEN - 1] ?? 0) > (some[0]?.last ?? Infinity)) break;
    const found = await latestWithin(
      read,
      app.id,
      some.map(({ id }) => id),
      kinds,
      untold,
    );
    ids = [...ids, ...found].sort((a, b) => b - a).slice(0, GIVEN);
  }
  if (ids.length === 0) return [];
  const rows = await read
    .selectFrom("core_audit")
    .select(["id", "at", "event_id", "actor_label", "action", "object_type", "object_id", "object_label"])
    .select(["before", "after"])
    .where("id", "in", ids)
    .orderBy("id", "desc")
    .execute();
  const parsed = (facts: string | null): Record<string, unknown> | null => (facts ? JSON.parse(facts) : null);
  return rows.map((row) => ({
    ...{ id: row.id, at: row.at, actor: row.actor_label, action: row.action, kind: row.object_type },
    ...{ label: row.object_label, event: Number(row.event_id), objectId: row.object_id },
    ...{ before: parsed(row.before), after: parsed(row.after) },
  }));
}

/** The events of an app that somebody may open and that have a history, by their last lines: the one that was changed last first. */
async function lastOfEach(
  db: Kysely<CoreTables>,
  { kind }: Dialect,
  { id, allowedEvents }: Pick<AppAccess, "id" | "allowedEvents">,
): Promise<{ id: number; last?: number }[]> {
  const may = allowedEvents.includes(-1) ? sql`` : sql`and ${isOneOf(kind, "e.id", allowedEvents)}`;
  const { rows } = await sql<{ id: number; last: number | null }>`select e.id, (select l.id from core_audit as l
    where l.app_id = e.app_id and l.event_id = e.id order by l.id desc limit 1) as last
    from core_event as e where e.app_id = ${id} ${may}`.execute(db);
  return rows
    .flatMap((row) => (row.last === null ? [] : { id: row.id, last: row.last }))
    .sort((a, b) => b.last - a.last);
}

/** Ids of the latest lines of some events: what was done there to these kinds of objects is asked for, and of each such act its last lines. */
async function latestWithin(
  db: Kysely<CoreTables>,
  appId: number,
  events: readonly number[],
  kinds: readonly string[],
  untold: readonly string[],
): Promise<number[]> {
  const lines = (event: RawBuilder<unknown>, type: RawBuilder<unknown>) =>
    sql`core_audit as l where l.app_id = ${sql.lit(appId)} and l.event_id = ${event} and l.object_type = ${type}`;
  const types = sql.join(
    kinds.map((type) => sql`select ${sql.lit(type)} as object_type`),
    sql` union all `,
  );
  const [event, type] = [sql`d.event_id`, sql`d.object_type`];
  const { rows } = await sql<{ event_id: number; object_type: string; action: string; last: number }>`
    with recursive done(event_id, object_type, action) as (
      select e.id, k.object_type, (select l.action from ${lines(sql`e.id`, sql`k.object_type`)} order by l.action limit 1)
      from core_event as e cross join (${types}) as k where e.id in (${sql.join(events.map((id) => sql.lit(id)))})
      union all
      select d.event_id, d.object_type,
        (select l.action from ${lines(event, type)} and l.action > d.action order by l.action limit 1)
      from done as d where d.action is not null
    )
    select d.event_id, d.object_type, d.action,
      (select l.id from ${lines(event, type)} and l.action = d.action order by l.id desc limit 1) as last
    from done as d where d.action is not null`.execute(db);
  const done = rows.filter(({ action }) => !untold.includes(action)).sort((a, b) => b.last - a.last);
  if (done.length === 0) return [];
  const each = done.slice(0, GIVEN).map(
    (one) => sql`select id from (select l.id from ${lines(sql.lit(one.event_id), sql.lit(one.object_type))}
      and l.action = ${sql.lit(one.action)} order by l.id desc limit ${sql.lit(GIVEN)}) as of_act`,
  );
  const found = await sql<{ id: number }>`select id from (${sql.join(each, sql` union all `)}) as acts
    order by id desc limit ${sql.lit(GIVEN)}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** What several areas tell, newest first and each line once: who tells it last knows best where it leads. */
export function latestOf(changes: readonly Change[]): Change[] {
  const byLine = new Map(changes.map((change) => [change.id, change]));
  return [...byLine.values()].sort((a, b) => b.id - a.id).slice(0, CHANGES_TOLD);
}
