// Pages deep in a list. A page by its offset costs what it passes over; so rows that were asked for deep in a list leave marks, one
// every thousand, with the keys of the row there. Until the list changes, a page begins behind the mark before it. So does one of a
// list that begins after many rows which are not asked for: at its first row.
import { type Kysely, type RawBuilder, sql } from "kysely";
import { SLOW } from "../db/lane.ts";
import type { Db } from "./context.ts";
import type { Plan, SortTerm } from "./list.ts";
import { all } from "./listCount.ts";
import { order, ordered, type Slice } from "./listPage.ts";

/** Rows that a page may pass over, from either end. */
export const DEEP = 5000;
const STEP = 1000;

/** The keys of every thousandth row of a list in one order, and the version that they are true of. */
interface Marks {
  keys: readonly (readonly unknown[])[];
  version: string | number | null;
}

interface Store {
  marks: Map<string, Marks>;
  /** The keys of the first row of lists that took long to be begun. */
  starts: Map<string, Marks>;
  /** Made one after the other, by question; of those that wait the last is made. */
  next: { key: string; make: () => Promise<void> } | undefined;
  making: string | undefined;
}

/** Of a million rows each has a thousand keys. */
const KEPT = 50;

/** Half of what a page may take: a list that took longer to be begun has its first row kept. */
const LONG_MS = 20;
const stores = new WeakMap<object, Store>();

interface Read {
  version: unknown;
  rows: number;
}

/** Reads a page that is deep in a list from the mark before it. Where there is none yet it is read by its offset, and marks are made meanwhile. */
export async function readDeep<R extends Read>(
  db: Db,
  plan: Plan,
  slice: Slice,
  read: (db: Db, plan: Plan, slice: Slice, matched?: number) => Promise<R>,
  matched?: number,
): Promise<R> {
  const { offset, limit } = slice;
  if (plan.exact) {
    const { version, where } = plan.exact;
    const found = await read(db, { ...plan, where, version: plan.spec.version ?? plan.version }, slice, matched);
    if (found.version === version) return found;
  }
  const fromEnd = matched === undefined ? offset : matched - offset - limit;
  const isDeep = Math.min(offset, fromEnd) >= DEEP && limit > 0 && !plan.few;
  if (!plan.spec.version || plan.few || limit === 0) return read(db, plan, slice, matched);
  const key = JSON.stringify([plan.key, plan.question.sort ?? []]);
  if (!isDeep) return fromEnd < offset ? read(db, plan, slice, matched) : readNear(db, plan, slice, read, matched, key);
  const marks = storeOf(db).marks.get(key);
  if (marks) {
    const at = Math.min(Math.floor(offset / STEP), marks.keys.length);
    const last = marks.keys[at - 1];
    const after = last && behind(ordered(plan).sort, last);
    const found = await read(db, { ...plan, after }, { offset: offset - at * STEP, limit });
    if (found.version === marks.version) return found;
  }
  makeAside(db, key, () => make(db, plan, key));
  return read(db, plan, slice, matched);
}

/** Reads a page near the beginning of a list, from its first row where that is known. */
async function readNear<R extends Read>(
  db: Db,
  plan: Plan,
  slice: Slice,
  read: (db: Db, plan: Plan, slice: Slice, matched?: number) => Promise<R>,
  matched: number | undefined,
  key: string,
): Promise<R> {
  const start = storeOf(db).starts.get(key);
  const [first] = start?.keys ?? [];
  if (start && first) {
    const found = await read(db, { ...plan, after: behind(ordered(plan).sort, first, true) }, slice, matched);
    if (found.version === start.version) return found;
  }
  const since = performance.now();
  const found = await read(db, plan, slice, matched);
  const isLong = performance.now() - since > LONG_MS;
  if (isLong && slice.offset === 0 && found.rows > 0) makeAside(db, `start ${key}`, () => makeStart(db, plan, key));
  return found;
}

async function makeStart(db: Db, plan: Plan, key: string): Promise<void> {
  const { from, where, sort } = ordered(plan);
  const { names, keys } = keysOf(sort);
  const { rows } = await sql<Record<string, unknown>>`${SLOW}
    select ${sql.join(keys)}, ${plan.version} as version from ${from} where ${all(where)}
    order by ${order({ sort })} limit 1`.execute(db);
  const { starts } = storeOf(db);
  const [first] = rows;
  if (first) put(starts, key, { keys: [names.map((name) => first[name])], version: first.version as Marks["version"] });
}

function keysOf(sort: readonly SortTerm[]) {
  const names = sort.map((_, at) => `key_${at}`);
  return { names, keys: sort.map(({ expression }, at) => sql`${expression} as ${sql.ref(names[at] as string)}`) };
}

function put(store: Map<string, Marks>, key: string, marks: Marks): void {
  store.delete(key);
  store.set(key, marks);
  if (store.size > KEPT) store.delete(store.keys().next().value as string);
}

function makeAside(db: Db, key: string, make: () => Promise<void>): void {
  const store = storeOf(db);
  if (store.making === key) return;
  store.next = { key, make };
  if (store.making === undefined) void takeTurns(store);
}

async function takeTurns(store: Store): Promise<void> {
  for (let one = store.next; one; one = store.next) {
    store.next = undefined;
    store.making = one.key;
    // Who asked has been answered already; a list without marks is only slower.
    await one.make().catch(() => undefined);
    store.making = undefined;
  }
}

async function make(db: Db, plan: Plan, key: string): Promise<void> {
  const { from, where, sort } = ordered({ ...plan, span: undefined });
  const { names, keys } = keysOf(sort);
  const { rows } = await sql<Record<string, unknown>>`${SLOW}
    select ${sql.join(names.map((name) => sql.ref(name)))}, ${plan.version} as version from (
      select ${sql.join(keys)}, row_number() over (order by ${order({ sort })}) as place from ${from} where ${all(where)}
    ) as placed where place % ${sql.lit(STEP)} = 0 order by place`.execute(db);
  const { marks } = storeOf(db);
  const [first] = rows;
  if (!first) return void marks.delete(key);
  put(marks, key, {
    keys: rows.map((row) => names.map((name) => row[name])),
    version: first.version as Marks["version"],
  });
}

/** The condition that a row comes after another in an order, or is that one, too. No key of an order is null. */
export function behind(sort: readonly SortTerm[], last: readonly unknown[], isWithIt = false): RawBuilder<boolean> {
  const [first] = sort;
  const or = isWithIt ? "=" : "";
  if (first && sort.every(({ direction }) => direction === first.direction)) {
    const keys = sql.join(sort.map(({ expression }) => expression));
    return sql<boolean>`(${keys}) ${sql.raw((first.direction === "asc" ? ">" : "<") + or)} (${sql.join([...last])})`;
  }
  const steps = sort.map(({ expression, direction }, at) => {
    const same = sort.slice(0, at).map((one, place) => sql<boolean>`${one.expression} = ${last[place]}`);
    const sign = sql.raw((direction === "asc" ? ">" : "<") + (at === sort.length - 1 ? or : ""));
    return sql<boolean>`(${all([...same, sql<boolean>`${expression} ${sign} ${last[at]}`])})`;
  });
  return sql<boolean>`(${sql.join(steps, sql` or `)})`;
}

function storeOf(db: Db): Store {
  const executor = (db as unknown as Kysely<unknown>).getExecutor();
  const store = stores.get(executor) ?? { marks: new Map(), starts: new Map(), next: undefined, making: undefined };
  stores.set(executor, store);
  return store;
}
