// All rows of a list in blocks, each begun behind the last row of the one before, so that no block costs more than the first.
import { type RawBuilder, sql } from "kysely";
import type { ListQuestion } from "#schemas/list.ts";
import type { Dialect } from "../db/dialect.ts";
import { SLOW } from "../db/lane.ts";
import type { Db } from "./context.ts";
import { type ListSpec, type Plan, planList } from "./list.ts";
import { among, FEW } from "./listAmong.ts";
import { all, keptCounts, those } from "./listCount.ts";
import { behind } from "./listMarks.ts";
import { idsOf, order, ordered } from "./listPage.ts";
import { rankedParts } from "./listRanked.ts";

type Row = Record<string, unknown>;

const KEY = "__key";
const FOUND = "__id";
const ID = { name: "id", column: "id", isJson: false };

/**
 * Every matching row in order, in blocks that never hold the whole list. Rows that are changed along the way are not
 * shifted: a row is met once as long as its place in the order stays. The way is chosen once, as for a page: where few match,
 * they are found and put in order once, and no block looks for them again.
 */
export async function* eachBlock(
  db: Db,
  dialect: Dialect,
  spec: ListSpec,
  question: ListQuestion,
  size = 1000,
): AsyncGenerator<Row[]> {
  const asked = planList(spec, dialect, question);
  const plan = await among(db, asked, keptCounts(db, asked)?.matched);
  const few = plan.few ? await fewOf(db, plan) : undefined;
  const ranked = few ? undefined : rankedParts(spec, question);
  if (ranked) {
    for (const part of ranked.parts) yield* eachBlock(db, dialect, part.spec, part.question, size);
    return;
  }
  // More than were expected: that is known now.
  const many = plan.few ? () => among(db, asked, FEW + 1) : async () => plan;
  yield* few ? eachOfFew(db, plan, few, size) : eachInOrder(db, { ...(await many()), span: undefined }, size);
}

/** The ids of all matches in order; undefined where they are not few. */
async function fewOf(db: Db, plan: Plan): Promise<number[] | undefined> {
  const ids = idsOf(plan, { reverse: false, skip: 0, take: FEW + 1 });
  const { rows } = await sql<{ id: number }>`${SLOW} ${ids}`.execute(db);
  return rows.length > FEW ? undefined : rows.map(({ id }) => id);
}

async function* eachOfFew(db: Db, plan: Plan, ids: readonly number[], size: number): AsyncGenerator<Row[]> {
  for (let at = 0; at < ids.length; at += size) {
    const { rows } = await sql<Row>`${SLOW} select ${columnsOf(plan)} from ${those(plan, ids.slice(at, at + size))}
      and ${all(plan.ofRow)} order by ${order(plan)}`.execute(db);
    if (rows.length > 0) yield rows;
  }
}

async function* eachInOrder(db: Db, plan: Plan, size: number): AsyncGenerator<Row[]> {
  const { id, from, where, sort } = ordered(plan);
  const names = sort.map((_, at) => KEY + at);
  const keys = sort.map(({ expression }, at) => sql`${expression} as ${sql.ref(KEY + at)}`);
  const again = sort.map((term, at) => ({ ...term, expression: sql.ref(KEY + at) }));
  const own = sql.ref(`${plan.spec.from}.id`);
  const columns = columnsOf(plan);
  let after: unknown[] | undefined;
  for (;;) {
    const found = sql`${sql.join(keys)} from ${from}
      where ${all(after ? [behind(sort, after), ...where] : where)} order by ${order({ sort })} limit ${size}`;
    // A kept order has the ids alone.
    const { rows } = await (plan.walk
      ? sql<Row>`${SLOW} select ${columns}, ${sql.join(names.map((name) => sql.ref(name)))}
          from (select ${id} as ${sql.ref(FOUND)}, ${found}) as block cross join ${sql.table(plan.spec.from)}
          where ${own} = ${sql.ref(FOUND)} order by ${order({ sort: again })}`
      : sql<Row>`${SLOW} select ${columns}, ${found}`
    ).execute(db);
    const last = rows[rows.length - 1];
    if (!last) return;
    after = names.map((name) => last[name]);
    for (const row of rows) for (const name of names) delete row[name];
    yield rows;
    if (rows.length < size) return;
  }
}

function columnsOf({ select, dialect }: Plan): RawBuilder<unknown> {
  const own = new Map(select.map((field) => [field.column, field]));
  return sql.join([...new Map([["id", ID], ...own]).values()].map((field) => dialect.columnOf(field)));
}
