// Rows whose order is known: of few that match all of them, of a list that took long to be begun the page that was read and then its
// first ones. Until the list changes, a page among them is looked up, whatever it took to find it.
import { performance } from "node:perf_hooks";
import { type Kysely, sql } from "kysely";
import { SLOW } from "../db/lane.ts";
import type { Db } from "./context.ts";
import type { Plan } from "./list.ts";
import { narrowing } from "./listNarrowed.ts";
import { idsOf, type Matched, order, type Slice } from "./listPage.ts";
import { keepNewest, storesBy } from "./listStores.ts";
import { type Version, versionNow } from "./listVersion.ts";

/** Rows that are kept of a list which is long. */
export const HEAD = 1000;

/** Rows of a page that is kept as it was read: lists on the screen ask for no more at once. */
const SHORT = 200;

/** Signs of its text at most: a hundred such pages are to fit into memory, however much people have written. */
const SIGNS = 262_144;

/** A page that took longer is kept: half of all searches are to be answered within it. */
const KEPT_MS = 10;

/** Half of what a page may take: a list that took longer to be begun has its first rows kept. */
const LONG_MS = 20;

/** Ids in their order, the version that it is true of, and whether they are all there are. */
interface Ordered {
  ids: readonly number[];
  version: unknown;
  areAll: boolean;
}

/** A page as it was read, until somebody comes back to it: of most, nobody asks for the ids. */
interface Page {
  page?: unknown;
  ids?: readonly number[];
  version: unknown;
}

interface Read {
  /** Rows, or the JSON text of some. */
  page: unknown;
  version: unknown;
  rows: number;
}
type ReadPage<R extends Read> = (db: Db, plan: Plan, slice: Slice, matched?: Matched) => Promise<R>;

interface Store {
  known: Map<string, Ordered>;
  /** Pages that took long to be read, by their slice of a list. */
  pages: Map<string, Page>;
  /** Lists that took long to be begun once, and their version then. */
  long: Map<string, unknown>;
}

/** Eight thousand ids each at most. */
const KEPT = 100;
const storeOf = storesBy<Store>(() => ({ known: new Map(), pages: new Map(), long: new Map() }));

/** All that match a search, in their order. */
const allInOrder = narrowing<readonly number[]>();

/** Whether the list's version tells of all that a question finds: what other areas make of a filter may change without the list. */
export function isTold({ question, spec }: Plan): boolean {
  return !question.filter?.some(({ field }) => spec.derived && Object.hasOwn(spec.derived, field));
}

/** Names a question with its order; the words by which ranks stand in their order are part of it. */
export function orderKey(db: Db, plan: Plan): string {
  return JSON.stringify([plan.key, orderName(db, plan)]);
}

/** Names an order, whatever is asked. */
export function orderName(db: Db, plan: Plan): string {
  const { sql: text, parameters } = order(plan).compile(db as unknown as Kysely<unknown>);
  return JSON.stringify([text, parameters]);
}

/** Ids in the order of a plan, and their version, among which all its matches are: those of a search that said less. */
export async function orderedBefore(
  db: Db,
  plan: Plan,
): Promise<{ ids: readonly number[]; version: Version } | undefined> {
  if (!plan.texts || !isTold(plan)) return undefined;
  const known = allInOrder.before(db, plan, orderName(db, plan));
  if (known.length === 0) return undefined;
  const version = await versionNow(db, plan);
  const [least] = known.filter((one) => one.version === version).sort((a, b) => a.kept.length - b.kept.length);
  return least && { ids: least.kept, version };
}

/** Keeps all that match a search, for whoever asks again, and for those that say more. */
export function keepAllInOrder(db: Db, plan: Plan, ids: readonly number[], version: Version): void {
  keepNewest(storeOf(db).known, orderKey(db, plan), { ids, version, areAll: true }, KEPT);
  if (plan.texts) allInOrder.keep(db, plan, orderName(db, plan), { texts: plan.texts, kept: ids, version });
}

/** The same, where a first page shows them all. */
export function keepWhole(db: Db, plan: Plan, { offset, limit }: Slice, { page, rows, version }: Read): void {
  if (offset > 0 || rows >= limit || rows > SHORT || !hasIds(plan) || isHeavy(page)) return;
  keepAllInOrder(db, plan, idsIn(page), version as Version);
}

/** The page among rows whose order is known; undefined where it is not, or not any more. */
export async function readOrdered<R extends Read>(
  db: Db,
  plan: Plan,
  slice: Slice,
  read: ReadPage<R>,
  key: string,
): Promise<R | undefined> {
  const { known, pages } = storeOf(db);
  const { offset, limit } = slice;
  const ordered = known.get(key);
  const isAmong = ordered !== undefined && (ordered.areAll || offset + limit <= ordered.ids.length);
  const kept = isAmong
    ? { ...ordered, ids: ordered.ids.slice(offset, offset + limit) }
    : opened(pages.get(sliceKey(key, slice)));
  if (!kept) return undefined;
  const found = await read(db, those(plan, kept.ids), { offset: 0, limit });
  if (found.version === kept.version) return found;
  if (isAmong) known.delete(key);
  else pages.delete(sliceKey(key, slice));
  return undefined;
}

function sliceKey(key: string, { offset, limit }: Slice): string {
  return `${offset} ${limit} ${key}`;
}

/**
 * Reads a page. Where that took long its rows are kept, and of a list of which that is the second one its first rows: of words that
 * somebody is typing, or of a list that changes all the time, nobody asks again.
 */
export async function readAndKeep<R extends Read>(
  db: Db,
  plan: Plan,
  slice: Slice,
  read: ReadPage<R>,
  matched: Matched | undefined,
  key: string,
  keep: () => void,
): Promise<R> {
  const since = performance.now();
  const found = await read(db, plan, slice, matched);
  const took = performance.now() - since;
  if (took <= KEPT_MS || found.rows === 0 || slice.offset + slice.limit > HEAD) return found;
  const { page, version, rows } = found;
  if (!isWhole(plan, version)) return found;
  const { long, pages } = storeOf(db);
  // Of a page that is not full nobody knows whether it stays one.
  const isFull = rows === slice.limit && rows <= SHORT && hasIds(plan);
  if (isFull && !isHeavy(page)) keepNewest(pages, sliceKey(key, slice), { page, version }, KEPT);
  if (took <= LONG_MS) return found;
  if (long.get(key) === found.version) keep();
  else keepNewest(long, key, found.version, KEPT);
  return found;
}

/** Whether all that match were looked at: what has come to match since a count may stand beside the ids that it told. */
function isWhole({ span }: Plan, version: unknown): boolean {
  return !span || span.version === version;
}

/** Whether ids are among what was asked for. */
export function hasIds({ select }: Plan): boolean {
  return select.some(({ name, column }) => name === "id" && column === "id");
}

function isHeavy(page: unknown): boolean {
  return (typeof page === "string" || page instanceof Uint8Array) && page.length > SIGNS;
}

/** The ids of the rows of a page, for which the page itself is let go. */
function opened(kept: Page | undefined): Pick<Ordered, "ids" | "version"> | undefined {
  if (!kept) return undefined;
  kept.ids ??= idsIn(kept.page);
  kept.page = undefined;
  return { ids: kept.ids, version: kept.version };
}

export function idsIn(page: unknown): number[] {
  // Text comes from another thread as bytes.
  const text = page instanceof Uint8Array ? new TextDecoder().decode(page) : page;
  const rows = typeof text === "string" ? JSON.parse(text) : text;
  return (rows as { id: number }[]).map(({ id }) => id);
}

/** Finds the first rows of a list in their order, or all where they are few, for the next who asks, and for who asks of some of them. */
export async function keepOrdered(db: Db, plan: Plan, key: string): Promise<void> {
  const { exact, few, asOf, texts } = plan;
  const most = few ? Number.MAX_SAFE_INTEGER : HEAD;
  const ids = idsOf(exact ? untested(plan, exact) : plan, { reverse: false, skip: 0, take: most });
  const { rows } = await sql<{ ids: string | null; version: string | number | null }>`${SLOW}
    select ${plan.dialect.idsText(sql.ref("id"))} as ids, ${plan.spec.version} as version from (${ids}) as found`.execute(
    db,
  );
  const [found] = rows;
  const of = exact ?? asOf;
  const isTrue = !few || (of !== undefined && found?.version === of.version);
  if (!found?.ids || !isWhole(plan, found.version) || !isTrue) return;
  const { version } = found;
  const known = found.ids.split(",").map(Number);
  keepNewest(storeOf(db).known, key, { ids: known, version, areAll: known.length < most }, KEPT);
  if (asOf && texts) allInOrder.keep(db, plan, orderName(db, plan), { texts, kept: known, version });
}

/** A page of few rows that are known to match; undefined where they are others by now. */
export async function readUntested<R extends Read>(
  db: Db,
  plan: Plan,
  slice: Slice,
  read: ReadPage<R>,
  matched: Matched | undefined,
): Promise<R | undefined> {
  if (!plan.exact) return undefined;
  const found = await read(db, untested(plan, plan.exact), slice, matched);
  return found.version === plan.exact.version ? found : undefined;
}

function untested(plan: Plan, { where }: NonNullable<Plan["exact"]>): Plan {
  return { ...plan, exact: undefined, where, version: plan.spec.version ?? plan.version };
}

/** The plan over some rows that are known to match. */
function those(plan: Plan, ids: readonly number[]): Plan {
  const { dialect, spec } = plan;
  return {
    ...plan,
    few: true,
    exact: undefined,
    walk: undefined,
    along: undefined,
    counted: undefined,
    span: undefined,
    source: dialect.inTurn(spec.from, ids),
    isInOrder: true,
    where: [],
    // These rows have no conditions left by which matches could be counted.
    tally: {},
    version: spec.version ?? plan.version,
  };
}
