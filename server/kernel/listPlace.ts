// Where one row stands in a list: found by its id, and counted as far as it along the way that a page would go.
import { type RawBuilder, sql } from "kysely";
import type { ListQuestion } from "#schemas/list.ts";
import type { Dialect } from "../db/dialect.ts";
import { SLOW } from "../db/lane.ts";
import type { Db } from "./context.ts";
import { type ListSpec, type Plan, planList } from "./list.ts";
import { among } from "./listAmong.ts";
import { all, countNow, keptCounts } from "./listCount.ts";
import { ordered } from "./listPage.ts";
import { rankedParts } from "./listRanked.ts";

/** Parts of a list that are counted one after another. */
const MOST_PARTS = 300;

/**
 * How many rows stand before one in the order of a question; undefined where the question does not find it. It costs what counting
 * them does.
 * @example await listPlace(db, dialect, list, { sort: [{ field: "name", direction: "asc" }] }, thing.id)
 */
export async function listPlace(
  db: Db,
  dialect: Dialect,
  spec: ListSpec,
  question: ListQuestion,
  rowId: number,
): Promise<number | undefined> {
  const ranked = rankedParts(spec, question);
  if (!ranked || ranked.parts.length > MOST_PARTS) return placeAlong(db, dialect, spec, question, rowId);
  if (!(await isThere(db, dialect, spec, question, rowId))) return undefined;
  // Of values with an order that no index keeps, those that come before are counted whole.
  let before = 0;
  for (const part of ranked.parts) {
    const at = await placeAlong(db, dialect, part.spec, part.question, rowId);
    if (at !== undefined) return before + at;
    before += (await countNow(db, planList(part.spec, dialect, part.question))).matched;
  }
  return undefined;
}

async function isThere(db: Db, dialect: Dialect, spec: ListSpec, { filter, search }: ListQuestion, rowId: number) {
  const { where, source } = planList(spec, dialect, { ...(filter && { filter }), ...(search && { search }) });
  const own = sql<boolean>`${sql.ref(`${spec.from}.id`)} = ${rowId}`;
  const { rows } = await sql`select 1 from ${source} where ${all([own, ...where])}`.execute(db);
  return rows.length > 0;
}

async function placeAlong(
  db: Db,
  dialect: Dialect,
  spec: ListSpec,
  question: ListQuestion,
  rowId: number,
): Promise<number | undefined> {
  const asked = planList(spec, dialect, question);
  const plan = await among(db, asked, keptCounts(db, asked)?.matched);
  const { id, from, where, sort } = ordered({ ...plan, span: undefined });
  const keys = sort.map(({ expression }, at) => sql`${expression} as ${sql.ref(`key${at}`)}`);
  const own = await sql<Record<string, unknown>>`
    select ${sql.join(keys)} from ${from} where ${all([sql<boolean>`${id} = ${rowId}`, ...where])}`.execute(db);
  const [row] = own.rows;
  if (!row) return undefined;
  const values = sort.map((_, at) => row[`key${at}`]);
  const { rows } = await sql<{ place: number }>`${SLOW} select count(*) as place from ${from}
    where ${all([standBefore(sort, values), ...where])}`.execute(db);
  return Number(rows[0]?.place ?? 0);
}

/** The condition that a row comes before another in an order. No key of an order is null. */
function standBefore(sort: Plan["sort"], keys: readonly unknown[]): RawBuilder<boolean> {
  const [first] = sort;
  if (!first) return sql<boolean>`1 = 0`;
  const sign = (direction: "asc" | "desc") => sql.raw(direction === "asc" ? "<" : ">");
  if (sort.every(({ direction }) => direction === first.direction)) {
    const terms = sql.join(sort.map(({ expression }) => expression));
    return sql<boolean>`(${terms}) ${sign(first.direction)} (${sql.join([...keys])})`;
  }
  const steps = sort.map(({ expression, direction }, at) => {
    const same = sort.slice(0, at).map((one, place) => sql<boolean>`${one.expression} = ${keys[place]}`);
    return sql<boolean>`(${all([...same, sql<boolean>`${expression} ${sign(direction)} ${keys[at]}`])})`;
  });
  // An index of the first term leaves out what cannot be before.
  const bound = sql<boolean>`${first.expression} ${sign(first.direction)}= ${keys[0]}`;
  return sql<boolean>`(${bound} and (${sql.join(steps, sql` or `)}))`;
}
