// How many rows there are and how many match. Counting reads every match, so a count is kept until the list's version
// differs; who does not want to wait for it is given an estimate that says it is one.
import { setTimeout as after } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { SLOW } from "../db/lane.ts";
import { isOneOf } from "../db/rows.ts";
import type { Db } from "./context.ts";
import type { Plan, Sample, SortTerm } from "./list.ts";
import { narrowing } from "./listNarrowed.ts";
import type { Slice } from "./listPage.ts";
import { keepNewest, storesBy } from "./listStores.ts";

/** Counts, and the version of the list that they are true of. */
export interface Counts {
  total: number;
  matched: number;
  /** The first and the last id of the matches, where they were read. */
  span?: Span;
  version: string | number | null;
}

/** Ids among which all matches are, and the version of the list that this is true of. */
export interface Span {
  first: number;
  last: number;
  version: string | number | null;
}

interface Store {
  counts: Map<string, Counts>;
  /** Rows in all, by list, since every filter asks for the same. */
  totals: Map<string, { total: number; version: string | number | null }>;
  /** Where a list is looked at, by list and order. */
  places: Map<string, Places>;
  /** Counts under way: who asks for the same waits for the same. */
  counting: Map<string, Promise<Counts>>;
  /** Counts that nobody waits for, and whether one of them is under way. */
  aside: (() => Promise<unknown>)[];
  isAside: boolean;
}

const KEPT = 2000;
const NO_VALUE = sql<null>`null`;
const storeOf = storesBy<Store>(() => ({
  counts: new Map(),
  totals: new Map(),
  places: new Map(),
  counting: new Map(),
  aside: [],
  isAside: false,
}));

/** Names a list, whatever is asked of it. */
const listOf = ({ spec }: Plan) => JSON.stringify([spec.from, spec.scope]);

/** The counts of a plan as last counted, which may be out of date; `version` tells. */
export function keptCounts(db: Db, plan: Plan): Counts | undefined {
  return plan.spec.version ? storeOf(db).counts.get(plan.key) : undefined;
}

/**
 * The counts of a page of which nothing has to be counted: all that match are known, or are no more than it shows, and of how many
 * rows was told at the same version.
 */
export function countsSeen(db: Db, plan: Plan, { offset, limit }: Slice): Omit<Counts, "version"> | undefined {
  const { asOf, exact } = plan;
  if (!asOf || !(exact || (offset === 0 && asOf.rows <= limit))) return undefined;
  const known = storeOf(db).totals.get(listOf(plan));
  return known && known.version === asOf.version ? { total: known.total, matched: asOf.rows } : undefined;
}

/** Counts now, in one statement with the version, so that what is kept is true of one moment. */
export function countNow(db: Db, plan: Plan): Promise<Counts> {
  if (!plan.spec.version) return count(db, plan);
  const { counting } = storeOf(db);
  const running = counting.get(plan.key) ?? count(db, plan).finally(() => counting.delete(plan.key));
  counting.set(plan.key, running);
  return running;
}

/** Counts that wait for their turn; more would be of questions that somebody has typed on from. */
const ASIDE = 4;

/**
 * Begins a count for which nobody waits, and answers how to hear of it. On PostgreSQL a count takes a connection and reads what
 * pushes other pages out of its memory, so that it begins when it is first heard of, and one goes at a time: the question
 * that was asked last.
 */
export function countBeside(db: Db, plan: Plan): () => Promise<Counts> {
  // Who has gone away by the time it is counted wants no word of it.
  const quiet = (counting: Promise<Counts>) => {
    counting.catch(() => undefined);
    return counting;
  };
  if (plan.dialect.expected) return () => quiet(countAside(db, plan));
  const counting = quiet(countNow(db, plan));
  return () => counting;
}

function countAside(db: Db, plan: Plan): Promise<Counts> {
  const store = storeOf(db);
  const before = store.counts.get(plan.key);
  return new Promise((resolve, reject) => {
    store.aside.push(async () => {
      const since = store.counts.get(plan.key);
      await (since && since !== before ? Promise.resolve(since) : countNow(db, plan)).then(resolve, reject);
    });
    if (store.aside.length > ASIDE) store.aside.shift();
    if (!store.isAside) takeTurns(store);
  });
}

async function takeTurns(store: Store): Promise<void> {
  store.isAside = true;
  for (let one = store.aside.pop(); one; one = store.aside.pop()) await one();
  store.isAside = false;
}

async function count(db: Db, plan: Plan): Promise<Counts> {
  const store = storeOf(db);
  const list = listOf(plan);
  const known = plan.spec.version ? store.totals.get(list) : undefined;
  const { total, matched, read } = countsOf(plan);
  // The total is only counted when it may have changed.
  const totalNow =
    known && !plan.tally.total
      ? sql`case when ${plan.version} = ${known.version} then ${sql.lit(known.total)} else ${total} end`
      : total;
  const counted = await sql<{
    total: number;
    matched: number | null;
    first?: number | null;
    last?: number | null;
    version: string | number | null;
  }>`${plan.tally.matched ? sql`` : SLOW} select ${totalNow} as total, ${read ? sql`found.*` : sql`${matched ?? NO_VALUE} as matched`},
    ${plan.version} as version ${read ? sql`from (${read}) as found` : sql``}`.execute(db);
  const row = counted.rows[0];
  const version = row?.version ?? null;
  const counts: Counts = {
    total: Number(row?.total ?? 0),
    matched: Number((matched ? row?.matched : row?.total) ?? 0),
    ...(row?.first && row.last ? { span: { first: row.first, last: row.last, version } } : {}),
    version,
  };
  if (plan.spec.version) {
    keepNewest(store.counts, plan.key, counts, KEPT);
    keepNewest(store.totals, list, { total: counts.total, version: counts.version }, KEPT);
  }
  return counts;
}

/**
 * Expressions that count all rows and, if there are conditions, the matches: on a tally where one answers. `read` counts the
 * matches where they must be read for it, and tells among which ids they are.
 */
export function countsOf({ spec, source, scope, where, tally, counted }: Plan) {
  const count = (from: string | undefined, rows: RawBuilder<unknown>, conditions: readonly RawBuilder<boolean>[]) =>
    from
      ? sql<number>`(select coalesce(sum(count), 0) from ${sql.table(from)} where ${all(conditions)})`
      : sql<number>`(select count(*) from ${rows} where ${all(conditions)})`;
  const total = count(tally.total, sql.table(spec.from), scope);
  if (where.length <= scope.length) return { total };
  if (!counted) return { total, matched: count(tally.matched, source, where) };
  const { kept } = counted;
  const id = sql.ref(kept.id);
  return {
    total,
    matched: count(undefined, sql.table(kept.from), counted.where),
    read: sql`select count(*) as matched, min(${id}) as first, max(${id}) as last
      from ${sql.table(kept.from)} where ${all(counted.where)}`,
  };
}

/** Rows from which on a list is large: counting what many match takes longer there than anybody waits. */
const LARGE = 100_000;

/** Whether a list is known to be large. */
export function isLarge(db: Db, plan: Plan): boolean {
  return (storeOf(db).totals.get(listOf(plan))?.total ?? 0) >= LARGE;
}

/** How long somebody waits for a true count before an estimate will do. */
const PATIENCE_MS = 15;
const SAMPLE = 1024;
const RUN = 16;

/** Matches in a sample of which it may be chance that none stands where a fifth of them would. */
const FEW_SAMPLED = 10;

/** Of the few among which all is that is searched, those that are counted while the page is read. */
const FEW_COUNTED = 500;

/**
 * Whether what matches is counted when somebody asks for the count alone. That they are many is why a page is read along its
 * order: counting them takes longer than anybody waits, and of words that somebody is typing nobody asks for it.
 */
export function isCountedLater(db: Db, plan: Plan): boolean {
  if (!plan.texts || !isLarge(db, plan)) return false;
  return plan.asOf ? plan.asOf.rows > FEW_COUNTED : plan.along !== undefined && !plan.counted;
}

/** The counts if they are there soon; else what a sample of the rows lets expect, never less than has been seen. */
export async function aboutNow(
  db: Db,
  plan: Plan,
  counting: (() => Promise<Counts>) | undefined,
  { seen, mayBeMore, isEnd }: { seen: number; mayBeMore: boolean; isEnd: boolean },
): Promise<{ total: number; matched: number; about?: true }> {
  // That they are many is why PostgreSQL goes along the order: counting them takes longer than anybody waits.
  const isLate = plan.dialect.expected && plan.along && !plan.counted;
  // Of a large list either they are there by the time of the sample, or they take far longer.
  const isSampled = !plan.few && isLarge(db, plan);
  const patience = () => (isSampled ? sampled(db, plan).then(() => undefined) : after(PATIENCE_MS, undefined));
  const counts = isLate || !counting ? undefined : await Promise.race([counting(), patience()]);
  if (counts) return { total: counts.total, matched: counts.matched };
  const { total, share } = await sampled(db, plan);
  // All of them were read a moment ago.
  if (plan.exact && plan.asOf) return { total, matched: plan.asOf.rows };
  const least = seen + (mayBeMore ? 1 : 0);
  if (isLate) counting?.();
  if (isEnd && plan.tally.total) return { total, matched: seen };
  const most = plan.asOf?.rows ?? total;
  // What a sample hardly sees is chance; those among which they are looked for are nearly all that match.
  const expected =
    share * SAMPLE > FEW_SAMPLED ? Math.min(most, Math.round(total * share)) : (plan.asOf?.rows ?? total * share);
  const matched = mayBeMore ? Math.max(least, Math.round(expected)) : seen;
  return { total: Math.max(total, matched), matched, about: true };
}

/**
 * The share of matches among some runs of neighbouring rows, evenly over the list's ids: neighbours lie on the same pages. Looked at
 * once for a question.
 */
export function sampled(db: Db, plan: Plan): Promise<Sample> {
  plan.found.sample ??= sampleOf(db, plan);
  return plan.found.sample;
}

/** Where a list is looked at for a sample. */
interface Places {
  ids: readonly number[];
  /** The rows in all, where they are told or tallied; else the sample lets expect them. */
  total?: number;
  /** Of an order in which matches of a search may stand together: the key of the row that a share of them is before. */
  key?: unknown;
  version: string | number | null;
}

async function sampleOf(db: Db, plan: Plan): Promise<Sample> {
  const { places } = storeOf(db);
  const name = JSON.stringify([listOf(plan), plan.spec.versionOf, soonIn(plan) && [firstSort(plan), soonIn(plan)]]);
  const kept = plan.spec.version ? places.get(name) : undefined;
  // Each question to the database is waited for, so that what is kept is tried at once: the sample tells of what version it is.
  const soFar = kept && (await lookedAt(db, plan, kept));
  if (soFar && soFar.version === kept.version) return soFar.sample;
  const now = await placesOf(db, plan);
  if (!now) return { total: 0, share: 0 };
  if (plan.spec.version) keepNewest(places, name, now, KEPT);
  return (await lookedAt(db, plan, now)).sample;
}

async function placesOf(db: Db, plan: Plan): Promise<Places | undefined> {
  const table = sql.table(plan.spec.from);
  // By the first column of the scope alone an index knows both ends at once.
  const ends = all(plan.scope.slice(0, 1));
  const tallied = plan.tally.total ? countsOf(plan).total : NO_VALUE;
  const asked = await sql<{
    low: number | null;
    high: number | null;
    total: number | null;
    version: Places["version"];
  }>`
    select (select min(id) from ${table} where ${ends}) as low, (select max(id) from ${table} where ${ends}) as high,
      ${tallied} as total, ${plan.version} as version`.execute(db);
  const { low = null, high = null, total, version = null } = asked.rows[0] ?? {};
  if (low === null || high === null) return undefined;
  const ids = idsBetween(low, high);
  const soon = soonIn(plan);
  const known = total ?? storeOf(db).totals.get(listOf(plan))?.total;
  return {
    ids,
    version,
    ...(known !== undefined && { total: Number(known) }),
    ...(soon && { key: await firstKey(db, plan, soon, ids) }),
  };
}

/** The share of an order that is looked at by itself, where it is known that matches may stand together. */
const soonIn = ({ begins, dialect }: Plan) => (dialect.expected ? undefined : begins?.soon);

/** The term by which a question is sorted first. */
const firstSort = ({ question, spec }: Plan) => (question.sort?.length ? question.sort : spec.defaultSort)?.[0];

const rowsAt = (plan: Plan, ids: readonly number[]) => sql`${those(plan, ids)} and ${all(plan.scope)}`;

/** The key of the row that a share of those with these ids is before. */
async function firstKey(db: Db, plan: Plan, share: number, ids: readonly number[]): Promise<unknown> {
  const { expression, direction } = plan.sort[0] as SortTerm;
  const keys = sql`select ${expression} as key from ${rowsAt(plan, ids)}`;
  const asked = await sql<{ key: unknown }>`with keys as (${keys}) select key from keys
    order by key ${sql.raw(direction)} limit 1 offset (select cast(count(*) * ${share} as integer) from keys)`.execute(
    db,
  );
  return asked.rows[0]?.key;
}

async function lookedAt(
  db: Db,
  plan: Plan,
  { ids, total: known, key, version: asOf }: Places,
): Promise<{ sample: Sample; version: Places["version"] }> {
  const share = soonIn(plan);
  const where = share === undefined ? undefined : isBefore(plan.sort[0] as SortTerm, key);
  // Whoever types on asks of those that matched what was typed before.
  const before = share === undefined ? seen.before(db, plan, SEEN).find(({ version }) => version === asOf) : undefined;
  const some = before && before.kept.ids.length > 0 ? before.kept.ids : before ? ids.slice(0, 1) : ids;
  const isMatch = all(plan.ofRow);
  const count = (condition: RawBuilder<boolean>) =>
    sql<number>`coalesce(sum(case when ${condition} and ${isMatch} then 1 else 0 end), 0)`;
  const found = await sql<{
    there: number;
    matches: string | null;
    soon: number;
    version: Places["version"];
  }>`
    select count(*) as there, ${plan.dialect.idsText(sql`case when ${isMatch} then id end`)} as matches,
      ${where ? count(where) : sql.lit(0)} as soon, ${plan.version} as version from ${rowsAt(plan, some)}`.execute(db);
  const [row] = found.rows;
  const { matches, soon = 0, version = null } = row ?? {};
  const there = before ? before.kept.there : Number(row?.there ?? 0);
  const matching = matches ? matches.split(",").map(Number) : [];
  // Of a list that has changed meanwhile, others may match as well.
  if (share === undefined && plan.texts && version === asOf)
    seen.keep(db, plan, SEEN, { texts: plan.texts, kept: { ids: matching, there }, version });
  const [low = 0, high = 0] = [ids[0], ids.at(-1)];
  const total = known ?? Math.round(((high - low + 1) * there) / ids.length);
  const shareOf = (some: number) => (there === 0 ? 0 : Number(some) / there);
  const isChance = matching.length <= FEW_SAMPLED;
  const expected = total * shareOf(isChance ? Math.max(soon, matching.length * (share ?? 0)) : soon);
  const sample = {
    total,
    share: shareOf(matching.length),
    ...(where && { soon: { where, isSeen: Number(soon) > 0, expected } }),
  };
  return { sample, version };
}

/** Which rows of a sample a search matched, and how many of it were there. */
const seen = narrowing<{ ids: readonly number[]; there: number }>();
const SEEN = "sample";

/** That a row stands before the one with this key. */
function isBefore({ expression, direction }: SortTerm, key: unknown): RawBuilder<boolean> {
  if (key === undefined) return all([]);
  return sql<boolean>`${expression} ${sql.raw(direction === "asc" ? "<" : ">")} ${key}`;
}

/** The rows with these ids. SQLite, if it may choose, reads an index from end to end instead of looking them up. */
export function those({ spec, dialect }: Plan, ids: readonly number[]): RawBuilder<unknown> {
  return dialect.fromIds
    ? sql`${dialect.fromIds(spec.from, ids)} where 1 = 1`
    : sql`${sql.table(spec.from)} where ${isOneOf(dialect.kind, "id", ids)}`;
}

function idsBetween(low: number, high: number): number[] {
  const runs = SAMPLE / RUN;
  if (high - low < SAMPLE) return Array.from({ length: high - low + 1 }, (_, at) => low + at);
  const step = (high - low + 1 - RUN) / (runs - 1);
  return Array.from({ length: SAMPLE }, (_, at) => low + Math.floor(Math.floor(at / RUN) * step) + (at % RUN));
}

/** Conditions of which all must hold. */
export function all(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join([...conditions], sql` and `)}`;
}
