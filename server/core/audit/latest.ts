// What was changed last, as areas tell it: each the lines of its own kinds of objects, to whom it lets read them.
import { type RawBuilder, sql } from "kysely";
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
/** Among so many of an event those that are not left out are looked for; of several events, among as many of all of them. */
const PASSED = 10_000;

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

/** Lines about a kind of objects that are left out by their actions: they count for nothing, however many there are. */
export interface LeftOut {
  type: string;
  actions: readonly string[];
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

/** The latest lines of these kinds of objects, but for those that are left out, in an event, or in the app as far as the person may open its events. */
export async function latestAudit(
  db: Db,
  dialect: Dialect,
  app: Pick<AppAccess, "id" | "allowedEvents">,
  eventId: number | undefined,
  kinds: readonly string[],
  leftOut?: LeftOut,
): Promise<LatestLine[]> {
  const scope = scopeFor(app, eventId);
  const isTold = leftOut && leftOut.actions.length > 0 ? toldBut(leftOut) : undefined;
  const events = eventId === undefined && !app.allowedEvents.includes(-1) ? app.allowedEvents : [];
  const isOfSome = events.length > 1 && events.length <= EVENTS_EACH;
  const only = eventId ?? (events.length === 1 ? events[0] : undefined);
  const within = isOfSome
    ? latestOfEach(app.id, events, isTold)
    : all([...scope.map(scopeOf), ...(isTold && only !== undefined ? [reach(app.id, only)] : [])]);
  const lines = coreTables(db).selectFrom("core_audit");
  const latest = (where: Condition, more = isTold) =>
    lines
      .select(["id", "object_type"])
      .where(more ? all([where, more]) : where)
      .orderBy("id", "desc")
      .limit(AMONG)
      .execute();
  // No index has a whole app in the order of its lines, and SQLite would read and sort all of them.
  const isWholeApp = scope.length === 1;
  const recent = sql<boolean>`id > (select max(id) from core_audit) - ${BACK} and ${dialect.withoutIndex(within)}`;
  const last = isWholeApp ? await latest(recent) : [];
  // Where an app is busy, those that are not left out are the ones that are told, however few they are.
  const isBusy = isWholeApp && (last.length === AMONG || (isTold && (await latest(recent, EACH)).length === AMONG));
  const among = isBusy ? last : await latest(within);
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

type Condition = RawBuilder<boolean>;

const EACH = sql<boolean>`1 = 1`;
const all = (conditions: readonly RawBuilder<unknown>[]) => sql<boolean>`${sql.join([...conditions], sql` and `)}`;

const toldBut = ({ type, actions }: LeftOut) =>
  sql<boolean>`not (object_type = ${type} and action in (${sql.join([...actions])}))`;

/** The latest lines of one of so many events: behind them nobody looks for one that is told. */
const reach = (appId: number, eventId: number, events = 1) =>
  sql<boolean>`id > coalesce((select id from core_audit where app_id = ${appId} and event_id = ${eventId}
    order by id desc limit 1 offset ${sql.lit(Math.max(AMONG, Math.floor(PASSED / events)))}), 0)`;

/** The index has the lines of one event in their order, but not those of several: of each no more are read than all of them tell. */
function latestOfEach(appId: number, events: readonly number[], isTold: Condition | undefined) {
  const each = events.map((eventId) => {
    const told = isTold ? sql`and ${reach(appId, eventId, events.length)} and ${isTold}` : sql``;
    return sql`select id from (select id from core_audit
      where app_id = ${appId} and event_id = ${eventId} ${told} order by id desc limit ${sql.lit(AMONG)}) as of_event`;
  });
  const latest = sql`select id from (${sql.join(each, sql` union all `)}) as lines order by id desc limit ${sql.lit(AMONG)}`;
  return sql<boolean>`id in (${latest})`;
}

/** What several areas tell, newest first and each line once: who tells it last knows best where it leads. */
export function latestOf(changes: readonly Change[]): Change[] {
  const byLine = new Map(changes.map((change) => [change.id, change]));
  return [...byLine.values()].sort((a, b) => b.id - a.id).slice(0, CHANGES_TOLD);
}
