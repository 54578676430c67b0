// How many rows there are and how many match. Counting reads every match, so a count is kept until the list's version differs.
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Db } from "./context.ts";
import type { Plan } from "./list.ts";

/** Counts, and the version of the list that they are true of. */
export interface Counts {
  total: number;
  matched: number;
  version: string | number | null;
}

const KEPT = 2000;
const NO_VERSION = sql<null>`null`;
// Kept by database, so that two databases in one process never answer for each other.
const kept = new WeakMap<object, Map<string, Counts>>();

/** The counts of a plan as last counted, which may be out of date; `version` tells. */
export function keptCounts(db: Db, plan: Plan): Counts | undefined {
  return plan.spec.version ? storeOf(db).get(plan.key) : undefined;
}

/** Counts now, in one statement with the version, so that what is kept is true of one moment. */
export async function countNow(db: Db, plan: Plan): Promise<Counts> {
  const table = sql.table(plan.spec.from);
  const total = sql`select count(*) from ${table} where ${all(plan.scope)}`;
  const narrowed = plan.where.length > plan.scope.length;
  const matched = narrowed ? sql`(select count(*) from ${table} where ${all(plan.where)})` : NO_VERSION;
  const counted = await sql<{ total: number; matched: number | null; version: string | number | null }>`
    select (${total}) as total, ${matched} as matched, ${plan.spec.version ?? NO_VERSION} as version`.execute(db);
  const row = counted.rows[0];
  const counts = {
    total: Number(row?.total ?? 0),
    matched: Number((narrowed ? row?.matched : row?.total) ?? 0),
    version: row?.version ?? null,
  };
  if (plan.spec.version) keep(storeOf(db), plan.key, counts);
  return counts;
}

/** Conditions of which all must hold. */
export function all(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join([...conditions], sql` and `)}`;
}

function storeOf(db: Db): Map<string, Counts> {
  const executor = (db as unknown as Kysely<unknown>).getExecutor();
  const store = kept.get(executor) ?? new Map<string, Counts>();
  kept.set(executor, store);
  return store;
}

function keep(store: Map<string, Counts>, key: string, counts: Counts): void {
  store.delete(key);
  store.set(key, counts);
  if (store.size > KEPT) store.delete(store.keys().next().value as string);
}
