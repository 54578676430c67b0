// All rows of a list in blocks, each begun behind the last row of the one before, so that no block costs more than the first.
import { type RawBuilder, sql } from "kysely";
import type { ListQuestion } from "#schemas/list.ts";
import type { Dialect } from "../db/dialect.ts";
import { SLOW } from "../db/lane.ts";
import type { Db } from "./context.ts";
import { type ListSpec, type Plan, planList } from "./list.ts";
import { all } from "./listCount.ts";
import { order } from "./listPage.ts";

const KEY = "__key";
const ID = { name: "id", column: "id", isJson: false };

/**
 * Every matching row in order, in blocks that never hold the whole list. Rows that are changed along the way are not
 * shifted: a row is met once as long as its place in the order stays.
 */
export async function* eachBlock(
  db: Db,
  dialect: Dialect,
  spec: ListSpec,
  question: ListQuestion,
  size = 1000,
): AsyncGenerator<Record<string, unknown>[]> {
  const plan = planList(spec, dialect, question);
  const keys = plan.sort.map(({ expression }, at) => sql`${expression} as ${sql.ref(KEY + at)}`);
  const own = new Map(plan.select.map((field) => [field.column, field]));
  const columns = sql.join([...new Map([["id", ID], ...own]).values()].map((field) => dialect.columnOf(field)));
  const table = sql.table(spec.from);
  let after: unknown[] | undefined;
  for (;;) {
    const where = after ? [...plan.where, behind(plan, after)] : plan.where;
    const page = sql<Record<string, unknown>>`${SLOW} select ${columns}, ${sql.join(keys)} from ${table}
      where ${all(where)} order by ${order(plan)} limit ${size}`;
    const { rows } = await page.execute(db);
    const last = rows[rows.length - 1];
    if (!last) return;
    after = keys.map((_, at) => last[KEY + at]);
    for (const row of rows) for (let at = 0; at < keys.length; at++) delete row[KEY + at];
    yield rows;
    if (rows.length < size) return;
  }
}

/** The condition that a row comes after another in the order of a plan. No key of an order is null. */
function behind({ sort }: Plan, last: readonly unknown[]): RawBuilder<boolean> {
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
