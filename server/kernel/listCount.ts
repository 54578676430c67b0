// How many rows there are and how many match. Counting reads every match, so a count is kept until the list's version
// differs; who does not want to wait for it is given an estimate that says it is one.
import { setTimeout as after } from "node:timers/promises";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { SLOW } from "../db/lane.ts";
import type { Db } from "./context.ts";
import type { Plan } from "./list.ts";

/** Counts, and the version of the list that they are true of. */
export interface Counts {
  total: number;
  matched: number;
  version: string | number | null;
}

interface Store {
  counts: Map<string, Counts>;
  /** Rows in all, by list, since every filter asks for the same. */
  totals: Map<string, { total: number; version: string | number | null }>;
  /** Counts under way: who asks for the same waits for the same. */
  counting: Map<string, Promise<Counts>>;
}

const KEPT = 2000;
const NO_VALUE = sql<null>`null`;
// Kept by database, so that two databases in one process never answer for each other.
const kept = new WeakMap<object, Store>();

/** The counts of a plan as last counted, which may be out of date; `version` tells. */
export function keptCounts(db: Db, plan: Plan): Counts | undefined {
  return plan.spec.version ? storeOf(db).counts.get(plan.key) : undefined;
}

/** Counts now, in one statement with the version, so that what is kept is true of one moment. */
export function countNow(db: Db, plan: Plan): Promise<Counts> {
  if (!plan.spec.version) return count(db, plan);
  const { counting } = storeOf(db);
  const running = counting.get(plan.key) ?? count(db, plan).finally(() => counting.delete(plan.key));
  counting.set(plan.key, running);
  return running;
}

async function count(db: Db, plan: Plan): Promise<Counts> {
  const store = storeOf(db);
  const list = JSON.stringify([plan.spec.from, plan.spec.scope]);
  const known = plan.spec.version ? store.totals.get(list) : undefined;
  const total = sql`(select count(*) from ${sql.table(plan.spec.from)} where ${all(plan.scope)})`;
  const narrowed = plan.where.length > plan.scope.length;
  const matched = narrowed ? sql`(select count(*) from ${plan.source} where ${all(plan.where)})` : NO_VALUE;
  // The total is only counted when it may have changed.
  const totalNow = known
    ? sql`case when ${plan.version} = ${known.version} then ${sql.lit(known.total)} else ${total} end`
    : total;
  const counted = await sql<{ total: number; matched: number | null; version: string | number | null }>`
    ${SLOW} select ${totalNow} as total, ${matched} as matched, ${plan.version} as version`.execute(db);
  const row = counted.rows[0];
  const counts = {
    total: Number(row?.total ?? 0),
    matched: Number((narrowed ? row?.matched : row?.total) ?? 0),
    version: row?.version ?? null,
  };
  if (plan.spec.version) {
    keep(store.counts, plan.key, counts);
    keep(store.totals, list, { total: counts.total, version: counts.version });
  }
  return counts;
}

/** How long somebody waits for a true count before an estimate will do. */
const PATIENCE_MS = 15;
const SAMPLE = 1000;

/** The counts if they are there soon; else what a sample of the rows lets expect, never less than has been seen. */
export async function aboutNow(
  db: Db,
  plan: Plan,
  counting: Promise<Counts>,
  seen: number,
  mayBeMore: boolean,
): Promise<{ total: number; matched: number; about?: true }> {
  const counts = await Promise.race([counting, after(PATIENCE_MS, undefined)]);
  if (counts) return { total: counts.total, matched: counts.matched };
  const { total, share } = await sampled(db, plan);
  const least = seen + (mayBeMore ? 1 : 0);
  const matched = mayBeMore ? Math.max(least, Math.round(total * share)) : seen;
  return { total: Math.max(total, matched), matched, about: true };
}

/** The share of matches among rows that are picked evenly over the list's ids. */
async function sampled(db: Db, plan: Plan): Promise<{ total: number; share: number }> {
  const table = sql.table(plan.spec.from);
  const scope = all(plan.scope);
  const ends = await sql<{ low: number | null; high: number | null }>`
    select (select min(id) from ${table} where ${scope}) as low, (select max(id) from ${table} where ${scope}) as high`.execute(
    db,
  );
  const { low, high } = ends.rows[0] ?? {};
  if (low === null || low === undefined || high === null || high === undefined) return { total: 0, share: 0 };
  const step = Math.max(1, Math.floor((high - low) / SAMPLE));
  const ids = Array.from({ length: Math.min(SAMPLE, high - low + 1) }, (_, at) => low + at * step);
  const found = await sql<{ those: number; matching: number }>`
    select count(*) as those, coalesce(sum(case when ${all(plan.ofRow)} then 1 else 0 end), 0) as matching
    from ${table} where id in (${sql.join(ids)}) and ${scope}`.execute(db);
  const { those = 0, matching = 0 } = found.rows[0] ?? {};
  const known = storeOf(db).totals.get(JSON.stringify([plan.spec.from, plan.spec.scope]));
  const total = known?.total ?? Math.round(((high - low + 1) * Number(those)) / ids.length);
  return { total, share: Number(those) === 0 ? 0 : Number(matching) / Number(those) };
}

/** Conditions of which all must hold. */
export function all(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join([...conditions], sql` and `)}`;
}

function storeOf(db: Db): Store {
  const executor = (db as unknown as Kysely<unknown>).getExecutor();
  const store = kept.get(executor) ?? { counts: new Map(), totals: new Map(), counting: new Map() };
  kept.set(executor, store);
  return store;
}

function keep<T>(store: Map<string, T>, key: string, value: T): void {
  store.delete(key);
  store.set(key, value);
  if (store.size > KEPT) store.delete(store.keys().next().value as string);
}
