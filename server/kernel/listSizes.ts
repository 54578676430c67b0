// How many rows each part of a list has that is sorted by a field with ranks: out of the tally where it knows, else counted
// all at once, and kept until the list's version differs.
import { type RawBuilder, sql } from "kysely";
import { SLOW } from "../db/lane.ts";
import type { Db } from "./context.ts";
import { type Plan, planList } from "./list.ts";
import { amongAll } from "./listAmong.ts";
import { all } from "./listCount.ts";
import { answeredBy, NO_NUMBER } from "./listKept.ts";
import type { Level, Part, rankedParts } from "./listRanked.ts";
import { remembered } from "./listRemembered.ts";

type Ranked = NonNullable<ReturnType<typeof rankedParts>>;
/** Rows of a part; undefined where that is not known. */
type SizeOf = (part: Part) => number | undefined;
type Sizes = ReadonlyMap<string, number>;

const UNKNOWN: SizeOf = () => undefined;

/** Unless they are needed to find a page, only what is known at once: at least which parts have no rows at all. */
export async function sizesOf(db: Db, plan: Plan, { parts, levels }: Ranked, isNeeded: boolean): Promise<SizeOf> {
  const names = levels.map(({ field }) => field);
  const columns = levels.flatMap(({ column }) => column ?? []);
  const isOfColumns = columns.length === levels.length;
  const known = new Set(parts.map(({ values }) => JSON.stringify(values)));
  const told = (sizes: Sizes): SizeOf => {
    const isAll = [...sizes.keys()].every((key) => known.has(key));
    return ({ values }) => {
      if (values.every((value) => value !== undefined)) return sizes.get(JSON.stringify(values)) ?? 0;
      return isAll ? 0 : undefined;
    };
  };
  if (isOfColumns && knows(plan, columns))
    return told(await counted(db, plan.tally.matched ?? "", columns, plan.where));
  if (isNeeded) {
    const counting = isOfColumns ? () => rowsOf(db, plan, columns) : keptOf(db, plan, levels);
    return counting ? told(await remembered(db, plan, names, counting)) : UNKNOWN;
  }
  if (!isOfColumns) return UNKNOWN;
  const { filter = [] } = plan.question;
  const coarse = planList(plan.spec, plan.dialect, { filter: filter.filter((one) => isTallied(plan, one.field)) });
  if (!knows(coarse, columns)) return UNKNOWN;
  const most = told(await counted(db, coarse.tally.matched ?? "", columns, coarse.where));
  return (part) => (most(part) === 0 ? 0 : undefined);
}

function knows({ tally, spec }: Plan, columns: readonly string[]): boolean {
  return tally.matched !== undefined && columns.every((column) => spec.tally?.columns.includes(column));
}

function isTallied({ spec }: Plan, name: string): boolean {
  return Object.hasOwn(spec.fields, name) && spec.tally?.columns.includes(spec.fields[name]?.column ?? "") === true;
}

function counted(db: Db, tally: string, columns: readonly string[], where: readonly RawBuilder<boolean>[]) {
  return sizes(db, sql`sum(count)`, sql.table(tally), columns, where);
}

async function rowsOf(db: Db, plan: Plan, columns: readonly string[]): Promise<Sizes> {
  const { source, where } = await amongAll(db, plan);
  return sizes(db, sql`count(*)`, source, columns, where);
}

/** A kept order counts by itself what it answers by itself, else beside the rows that match. */
function keptOf(db: Db, plan: Plan, levels: readonly Level[]): (() => Promise<Sizes>) | undefined {
  const [first, ...others] = levels;
  const order = first?.kept;
  if (!order || others.length > 0) return undefined;
  const isText = sql<boolean>`${sql.ref(order.number)} = ${NO_NUMBER}`;
  const answered = answeredBy(plan, first.field, plan.question);
  if (answered) return () => sizes(db, sql`count(*)`, sql.table(order.from), [order.text], [...answered, isText]);
  return async () => {
    const { source, where } = await amongAll(db, plan);
    const same = sql<boolean>`${sql.ref(order.id)} = ${sql.ref(`${plan.spec.from}.id`)}`;
    const both = sql`${source} cross join ${sql.table(order.from)}`;
    return sizes(db, sql`count(*)`, both, [order.text], [...where, same, order.where, isText]);
  };
}

async function sizes(
  db: Db,
  count: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  columns: readonly string[],
  where: readonly RawBuilder<boolean>[],
): Promise<Sizes> {
  const own = sql.join(columns.map((column) => sql.ref(column)));
  const { rows } = await sql<Record<string, string | number>>`${SLOW} select ${own}, ${count} as rows_of_it
    from ${from} where ${all(where)} group by ${own}`.execute(db);
  return new Map(rows.map((row) => [JSON.stringify(columns.map((column) => row[column])), Number(row["rows_of_it"])]));
}
