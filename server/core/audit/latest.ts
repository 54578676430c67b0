// What was changed last, as areas tell it: each the lines of its own kinds of objects, to whom it lets read them.
import { sql } from "kysely";
import { actionKeys, objectKeys } from "#schemas/changeWords.ts";
import type { Change } from "#schemas/overview.ts";
import type { Dialect } from "../../db/dialect.ts";
import type { AppAccess, Db } from "../../kernel/context.ts";
import { scopeOf } from "../../kernel/listKept.ts";
import { coreTables } from "../accounts/coreTables.ts";
import { scopeFor } from "./list.ts";

/** Changes that one area tells, and that are told of all together. */
export const CHANGES_TOLD = 8;
/** Among so many of the latest lines an area's own are looked for: whatever else was done since, the question stays a short one. */
const AMONG = 500;
/** So many lines back, of all apps, an app's own are looked for in their order before all of its lines are sorted. */
const BACK = 10_000;

/** Each of so many events is looked through from its own last line on; those of more are sorted together. */
const EVENTS_EACH = 100;

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

/** The latest lines of these kinds of objects in an event, or in the app as far as the person may open its events. */
export async function latestAudit(
  db: Db,
  dialect: Dialect,
  app: Pick<AppAccess, "id" | "allowedEvents">,
  eventId: number | undefined,
  kinds: readonly string[],
): Promise<LatestLine[]> {
  const scope = scopeFor(app, eventId);
  const events = eventId === undefined && !app.allowedEvents.includes(-1) ? app.allowedEvents : [];
  const isOfSome = events.length > 1 && events.length <= EVENTS_EACH;
  const within = isOfSome ? latestOfEach(app.id, events) : sql<boolean>`${sql.join(scope.map(scopeOf), sql` and `)}`;
  const lines = coreTables(db).selectFrom("core_audit");
  const latest = (where: typeof within) =>
    lines.select(["id", "object_type"]).where(where).orderBy("id", "desc").limit(AMONG).execute();
  // No index has a whole app in the order of its lines, and SQLite would read and sort all of them.
  const isWholeApp = scope.length === 1;
  const recent = sql<boolean>`id > (select max(id) from core_audit) - ${BACK} and ${dialect.withoutIndex(within)}`;
  const last = isWholeApp ? await latest(recent) : [];
  const among = last.length === AMONG ? last : await latest(within);
  // Some may be about nothing that this person sees.
  const ids = among.filter((line) => kinds.includes(line.object_type)).map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await lines
    .select(["id", "at", "event_id", "actor_label", "action", "object_type", "object_id", "object_label"])
    .select(["before", "after"])
    .where("id", "in", ids.slice(0, 4 * CHANGES_TOLD))
    .orderBy("id", "desc")
    .execute();
  const parsed = (facts: string | null): Record<string, unknown> | null => (facts ? JSON.parse(facts) : null);
  return rows.map((row) => ({
    ...{ id: row.id, at: row.at, actor: row.actor_label, action: row.action, kind: row.object_type },
    ...{ label: row.object_label, event: row.event_id ?? undefined, objectId: row.object_id },
    ...{ before: parsed(row.before), after: parsed(row.after) },
  }));
}

/** The index has the lines of one event in their order, but not those of several: of each no more are read than all of them tell. */
function latestOfEach(appId: number, events: readonly number[]) {
  const each = events.map(
    (eventId) => sql`select id from (select id from core_audit
      where app_id = ${appId} and event_id = ${eventId} order by id desc limit ${sql.lit(AMONG)}) as of_event`,
  );
  const latest = sql`select id from (${sql.join(each, sql` union all `)}) as lines order by id desc limit ${sql.lit(AMONG)}`;
  return sql<boolean>`id in (${latest})`;
}

/** What several areas tell, newest first and each line once: who tells it last knows best where it leads. */
export function latestOf(changes: readonly Change[]): Change[] {
  const byLine = new Map(changes.map((change) => [change.id, change]));
  return [...byLine.values()].sort((a, b) => b.id - a.id).slice(0, CHANGES_TOLD);
}
