// Pages deep in a list. A page by its offset costs what it passes over; so rows that were asked for deep in a list leave marks, one
// every thousand, with the keys of the row there. Until the list changes, a page begins behind the mark before it.
import { type RawBuilder, sql } from "kysely";
import { SLOW } from "../db/lane.ts";
import type { Db } from "./context.ts";
import type { Plan, SortTerm } from "./list.ts";
import { makeAside } from "./listAside.ts";
import { all } from "./listCount.ts";
import { isTold, keepOrdered, keepWhole, orderKey, readAndKeep, readOrdered, readUntested } from "./listOrdered.ts";
import { type Matched, order, ordered, type Slice } from "./listPage.ts";
import { keepNewest, storesBy } from "./listStores.ts";

/** Rows that a page may pass over, from either end. */
export const DEEP = 5000;
const STEP = 1000;

/** The keys of every thousandth row of a list in one order, and the version that they are true of. */
interface Marks {
  keys: readonly (readonly unknown[])[];
  version: string | number | null;
}

/** Of a million rows each has a thousand keys. */
const KEPT = 50;
const marksOf = storesBy<Map<string, Marks>>(() => new Map());

interface Read {
  page: unknown;
  version: unknown;
  rows: number;
}

/** Reads a page that is deep in a list from the mark before it. Where there is none yet it is read by its offset, and marks are made meanwhile. */
export async function readDeep<R extends Read>(
  db: Db,
  plan: Plan,
  slice: Slice,
  read: (db: Db, plan: Plan, slice: Slice, matched?: Matched) => Promise<R>,
  matched?: Matched,
): Promise<R> {
  const { offset, limit } = slice;
  const isKept = isTold(plan);
  const isTyped = plan.texts !== undefined && plan.asOf !== undefined && isKept;
  if (!plan.spec.version || limit === 0 || (plan.few && !plan.exact && !isTyped)) return read(db, plan, slice, matched);
  const key = orderKey(db, plan);
  const known = isKept ? await readOrdered(db, plan, slice, read, key) : undefined;
  if (known) return known;
  const keep = () => makeAside(db, `order ${key}`, () => keepOrdered(db, plan, key));
  if (plan.few) {
    if (!plan.isInOrder) keep();
    const found = (await readUntested(db, plan, slice, read, matched)) ?? (await read(db, plan, slice, matched));
    if (isTyped && plan.isInOrder) keepWhole(db, plan, slice, found);
    return found;
  }
  const fromEnd = matched === undefined ? offset : matched.rows - offset - limit;
  if (Math.min(offset, fromEnd) < DEEP && !isKept) return read(db, plan, slice, matched);
  if (Math.min(offset, fromEnd) < DEEP) return readAndKeep(db, plan, slice, read, matched, key, keep);
  const marks = marksOf(db).get(key);
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

async function make(db: Db, plan: Plan, key: string): Promise<void> {
  const { from, where, sort } = ordered({ ...plan, span: undefined });
  const names = sort.map((_, at) => `key_${at}`);
  const keys = sort.map(({ expression }, at) => sql`${expression} as ${sql.ref(names[at] as string)}`);
  const { rows } = await sql<Record<string, unknown>>`${SLOW}
    select ${sql.join(names.map((name) => sql.ref(name)))}, ${plan.version} as version from (
      select ${sql.join(keys)}, row_number() over (order by ${order({ sort })}) as place from ${from} where ${all(where)}
    ) as placed where place % ${sql.lit(STEP)} = 0 order by place`.execute(db);
  const marks = marksOf(db);
  const [first] = rows;
  marks.delete(key);
  if (!first) return;
  const version = first.version as Marks["version"];
  keepNewest(marks, key, { keys: rows.map((row) => names.map((name) => row[name])), version }, KEPT);
}

/** The condition that a row comes after another in an order. No key of an order is null. */
export function behind(sort: readonly SortTerm[], last: readonly unknown[]): RawBuilder<boolean> {
  const [first] = sort;
  if (first && sort.every(({ direction }) => direction === first.direction)) {
    const keys = sql.join(sort.map(({ expression }) => expression));
    return sql<boolean>`(${keys}) ${sql.raw(first.direction === "asc" ? ">" : "<")} (${sql.join([...last])})`;
  }
  const steps = sort.map(({ expression, direction }, at) => {
    const same = sort.slice(0, at).map((one, place) => sql<boolean>`${one.expression} = ${last[place]}`);
    const sign = sql.raw(direction === "asc" ? ">" : "<");
    return sql<boolean>`(${all([...same, sql<boolean>`${expression} ${sign} ${last[at]}`])})`;
  });
  return sql<boolean>`(${sql.join(steps, sql` or `)})`;
}
