// Orders that a narrow table keeps for values that are no columns, such as answers below JSON: the way along such an order,
// ids that a filter on it finds, and counts where it answers everything that is asked.
import { type RawBuilder, sql } from "kysely";
import type { ListFilter, ListQuestion } from "#schemas/list.ts";
import type { Dialect } from "../db/dialect.ts";
import type { Db } from "./context.ts";
import type { ListScope, ListSpec, Plan } from "./list.ts";
import { all } from "./listCount.ts";
import { isDay } from "./listMoments.ts";
import { edgeOf, keyOf, textsOfDay, whereOf } from "./listWhere.ts";

/** A table with one row for each row of the list, in the order of one of its values. */
export interface KeptOrder {
  from: string;
  /** Which of its rows are this value's. */
  where: RawBuilder<boolean>;
  /** Columns: the list's id, the value as a number (-1e308 where it is none) and as a text (empty where there is none). */
  id: string;
  number: string;
  text: string;
  /** Whether the text is folded as `keyOf` does. */
  folds: boolean;
  /** The text is a list as JSON: filters ask what it holds, which its order does not tell; only what groups it is compared. */
  many?: boolean;
  /** The text is an instant: its groups are days in this zone. */
  days?: string;
  /** The few texts that it has, all of them, in the order in which lists sort by it; none of its values is a number. */
  ranks?: readonly string[];
  /** Columns of the list that it has too, under other names. */
  columns: Readonly<Record<string, string>>;
}

/** The value of a row that has no number. */
export const NO_NUMBER = -1e308;

/** The condition of a filter on a value whose order is kept; undefined where the order cannot tell. `exact` says that it needs no second look. */
export function keptFilter(
  { number, text, folds, many, days }: KeptOrder,
  { op, value }: ListFilter,
): { where: RawBuilder<boolean>; exact: boolean } | undefined {
  if (many && op !== "empty" && !(ENDS.includes(op) && typeof value === "string" && value.startsWith("[")))
    return undefined;
  const [size, word] = [sql.ref(number), sql.ref(text)];
  const sign = SIGNS[op as keyof typeof SIGNS];
  if (typeof value === "number") {
    const some = op === "lt" || op === "lte" ? sql` and ${size} > ${NO_NUMBER}` : sql``;
    return sign && { where: sql<boolean>`(${size} ${sql.raw(sign)} ${value}${some})`, exact: true };
  }
  const isText = sql`${size} = ${NO_NUMBER}`;
  if (op === "empty" && (value === undefined || value === true))
    return { where: sql<boolean>`(${isText} and ${word} = '')`, exact: true };
  if (op === "in" && Array.isArray(value)) {
    if (value.length === 0 || value.some((one) => typeof one === "number")) return undefined;
    if (value.some(isDay)) return undefined;
    const words = value.map((one) => keyOf(String(one), folds));
    return { where: sql<boolean>`(${isText} and ${word} in (${sql.join(words)}))`, exact: !folds };
  }
  if (value === undefined || value === null || Array.isArray(value) || value === "") return undefined;
  const plain = keyOf(String(value), folds);
  if (op === "startsWith") {
    if (!folds) return undefined;
    return {
      where: sql<boolean>`(${isText} and ${word} >= ${plain} and ${word} < ${`${plain}\u{10ffff}`})`,
      exact: false,
    };
  }
  if (!sign) return undefined;
  const { start, next } = textsOfDay(value, days);
  if (op === "eq" && start !== next) {
    const held = days ? sql<boolean>` or ${word} = ${plain}` : sql``;
    const within = sql<boolean>`(${word} >= ${keyOf(start, folds)} and ${word} < ${keyOf(next, folds)})`;
    return { where: sql<boolean>`(${isText} and (${within}${held}))`, exact: !folds };
  }
  const [asked, edge] = edgeOf(op, { start, next }, (one) => keyOf(one, folds));
  const some = op === "lt" || op === "lte" ? sql` and ${word} <> ''` : sql``;
  return {
    where: sql<boolean>`(${isText} and ${word} ${sql.raw(SIGNS[asked as keyof typeof SIGNS])} ${edge}${some})`,
    exact: op !== "eq" || !folds,
  };
}

/** What finds a group of lists. */
const ENDS: readonly string[] = ["gte", "lte"];
const SIGNS = { eq: "=", gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/** What a question asks of a kept table: the conditions that it can test, and whether these are all there are. */
export function askedOf(
  plan: Pick<Plan, "spec" | "dialect" | "tested">,
  name: string,
  { filter = [], search }: Pick<ListQuestion, "filter" | "search">,
): { where: RawBuilder<boolean>[]; isAll: boolean } | undefined {
  const { spec, dialect } = plan;
  const kept = spec.kept?.[name];
  if (!kept) return undefined;
  const scope = keptScope(plan, kept);
  const where: RawBuilder<boolean>[] = [kept.where, ...(scope ?? [])];
  let isAll = scope !== undefined && !search?.trim();
  for (const [at, one] of filter.entries()) {
    const field = Object.hasOwn(spec.fields, one.field) ? spec.fields[one.field] : undefined;
    const column = field && (!field.folded || AS_WRITTEN.includes(one.op)) ? kept.columns[field.column] : undefined;
    if (spec.kept?.[one.field]) {
      const other = spec.kept[one.field] as KeptOrder;
      const own = one.field === name ? keptFilter(kept, one) : alsoKept(plan, kept, other, one);
      if (own) where.push(own.where);
      if (!own?.exact) isAll = false;
    } else if (field && column) {
      const { folded: _, ...plain } = field;
      // The order leads, whatever else there is an index for.
      where.push(dialect.withoutIndex(whereOf({ ...plain, name: one.field, column }, one, `filter.${at}`, dialect)));
    } else isAll = false;
  }
  return { where, isAll };
}

/** What reads a text as it is written and not as it is folded. */
const AS_WRITTEN: readonly string[] = ["eq", "ne", "in", "empty"];

/** A filter on another value whose order the same table keeps, as a test of one row: it has an index by value and list's id. */
function alsoKept(plan: Pick<Plan, "dialect" | "tested">, kept: KeptOrder, other: KeptOrder, filter: ListFilter) {
  const own = other.from === kept.from ? keptFilter(other, filter) : undefined;
  return own && { where: keptOf(plan, sql.ref(`${kept.from}.${kept.id}`), other, own.where), exact: own.exact };
}

/** That the kept value of one row fulfils a condition. */
export function keptOf(
  { dialect, tested }: Pick<Plan, "dialect" | "tested">,
  id: RawBuilder<unknown>,
  other: KeptOrder,
  own: RawBuilder<boolean>,
): RawBuilder<boolean> {
  // One row is looked up by its id: without statistics PostgreSQL would go through all that have such a value, for each row.
  const test = tested ? dialect.unguessed(own) : own;
  const where = all([other.where, sql<boolean>`other.${sql.ref(other.id)} = ${id}`, test]);
  const asked = sql`select 1 from ${sql.table(other.from)} as other where ${where}`;
  return sql<boolean>`exists (${tested ? dialect.oneByOne(asked) : asked})`;
}

/**
 * Where an order is kept and the database does not choose by itself, the order is asked first; the row tells what it leaves open.
 * Both ends of a span are asked together, with the first of them.
 */
export function withKept(
  plan: Pick<Plan, "spec" | "dialect" | "tested">,
  filters: readonly ListFilter[],
  at: number,
  one: RawBuilder<boolean>,
): RawBuilder<boolean> {
  const { spec, dialect } = plan;
  const filter = filters[at] as ListFilter;
  const own = dialect.fromIds ? undefined : ownOf(spec, filter);
  if (!own) return one;
  const kept = keptIds(spec, filters, at);
  if (!kept) return own.exact ? sql<boolean>`1 = 1` : one;
  const id = sql.ref(`${spec.from}.id`);
  const found = isTested(plan, filter.field)
    ? keptOf(plan, id, spec.kept?.[filter.field] as KeptOrder, kept.own)
    : sql<boolean>`${id} in (${kept.ids})`;
  return own.exact ? found : sql<boolean>`(${found} and ${one})`;
}

function isTested({ tested }: Pick<Plan, "tested">, field: string): boolean {
  return tested === true || (tested !== false && tested !== field);
}

function ownOf(spec: ListSpec, filter: ListFilter) {
  const kept = spec.kept?.[filter.field];
  return kept && keptFilter(kept, filter);
}

/**
 * Ids among which everything is that the filters on a field find, where its order is kept; with the first of these filters, since
 * each end of a span may leave nearly all.
 */
export function keptIds(spec: ListSpec, filters: readonly ListFilter[], at: number) {
  const name = filters[at]?.field ?? "";
  const kept = spec.kept?.[name];
  if (!kept) return undefined;
  const same = filters.flatMap((filter, of) => {
    const own = filter.field === name ? keptFilter(kept, filter) : undefined;
    return own ? [{ of, where: own.where }] : [];
  });
  if (same[0]?.of !== at) return undefined;
  const own = all(same.map(({ where }) => where));
  const where = all([kept.where, ...(keptScope({ spec }, kept) ?? []), own]);
  const ids = sql`select ${sql.ref(kept.id)} as id from ${sql.table(kept.from)} where ${where}`;
  // Of some texts each is looked up; a span is read along the order, whatever the planner expects of it.
  const isSpan = filters.every(({ field, op }) => field !== name || op !== "in");
  const inOrder = isSpan ? sql`${ids} order by ${sql.join([kept.number, kept.text, kept.id].map(sql.ref))}` : ids;
  return { ids, own, inOrder };
}

/** All conditions of a question on a kept table alone; undefined where it does not know one of them. */
export function answeredBy(
  plan: Pick<Plan, "spec" | "dialect" | "tested">,
  name: string,
  question: Pick<ListQuestion, "filter" | "search">,
): RawBuilder<boolean>[] | undefined {
  const asked = askedOf(plan, name, question);
  return asked?.isAll ? asked.where : undefined;
}

/** The way along the kept order of the first field of the sort. */
export function walkOf(
  plan: Pick<Plan, "spec" | "dialect" | "tested">,
  question: ListQuestion,
  sort: Plan["sort"],
): Plan["walk"] {
  const { spec } = plan;
  const field = (question.sort?.length ? question.sort : spec.defaultSort)?.[0]?.field ?? "";
  const kept = spec.kept?.[field];
  // What has an order of its own does not stand in the one that is kept.
  if (!kept || kept.ranks) return undefined;
  const asked = askedOf(plan, field, question);
  const isAll = asked?.isAll === true && sort.slice(2).every(({ isId }) => isId);
  return { kept, where: asked?.where ?? [], isAll };
}

/** The kept table that counts the matches by itself. */
export function countedBy(spec: ListSpec, dialect: Dialect, question: ListQuestion): Plan["counted"] {
  const field = question.filter?.find((one) => spec.kept?.[one.field])?.field;
  const where = field === undefined ? undefined : answeredBy({ spec, dialect, tested: false }, field, question);
  return where && { kept: spec.kept?.[field as string] as KeptOrder, where };
}

/** What holds for every row of the list, on a kept table. */
export function keptScope({ spec }: Pick<Plan, "spec">, kept: KeptOrder): RawBuilder<boolean>[] | undefined {
  const conditions: RawBuilder<boolean>[] = [];
  for (const scope of spec.scope) {
    const column = kept.columns[scope.column];
    if (!column) return undefined;
    // The table's own condition says that already.
    if (scope.column === spec.scope[0]?.column) continue;
    conditions.push(scopeOf({ ...scope, column }));
  }
  return conditions;
}

/** The condition of a scope. */
export function scopeOf(scope: ListScope): RawBuilder<boolean> {
  const column = sql.ref(scope.column);
  if ("value" in scope) return sql<boolean>`${column} = ${scope.value}`;
  if ("notIn" in scope) {
    return scope.notIn.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${column} not in (${sql.join(scope.notIn)})`;
  }
  return scope.in.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`${column} in (${sql.join(scope.in)})`;
}

/** All texts of a kept order, found by stepping from one to the next; undefined where they are many, or some are numbers. */
export async function keptTexts(db: Db, order: KeptOrder, most: number): Promise<string[] | undefined> {
  const { from, where, number, text } = order;
  const table = sql.table(from);
  const [size, word] = [sql.ref(number), sql.ref(text)];
  const isText = sql<boolean>`${where} and ${size} = ${sql.lit(NO_NUMBER)}`;
  // The greatest number is the end of an index; whether one exists PostgreSQL may look for in all of another.
  const { rows } = await sql<{ value: string | null; numbers: number }>`
    with recursive known (value) as (
      select (select min(${word}) from ${table} where ${isText})
      union all
      select (select min(${word}) from ${table} where ${isText} and ${word} > known.value) from known
      where known.value is not null
    )
    select value, 0 as numbers from known where value is not null
    union all
    select null as value, 1 as numbers where (select max(${size}) from ${table} where ${where}) > ${sql.lit(NO_NUMBER)}
    limit ${most + 1}`.execute(db);
  if (rows.length > most || rows.some(({ numbers }) => Number(numbers) === 1)) return undefined;
  return rows.map(({ value }) => value ?? "");
}
