// Groups by day where an index has the list in the order of its instants: each day's rows are counted between its ends, which
// takes a tenth of telling the day of each row.
import { type RawBuilder, sql } from "kysely";
import { SLOW } from "../db/lane.ts";
import type { Db } from "./context.ts";
import { dayIn, daysBetween } from "./days.ts";
import type { Plan } from "./list.ts";
import { all } from "./listCount.ts";
import { dayAfter, startsOf } from "./listDays.ts";
import { scopeOf } from "./listKept.ts";
import type { FoundField } from "./listWhere.ts";

export interface DayCount {
  /** Empty for rows without an instant. */
  value: string;
  count: number;
}

/** More days than these are told apart row by row: each is looked for, whether it has rows or not. */
const MOST_DAYS = 2000;

/** How many rows there are of each day that has some, the first day first; undefined where rows have to be looked at one by one. */
export async function countDays(db: Db, plan: Plan, field: FoundField): Promise<DayCount[] | undefined> {
  const { spec, few } = plan;
  if (field.kind !== "date" || !field.indexed || field.zones || few || !isHeld(plan, field)) return undefined;
  const column = sql.ref(`${spec.from}.${field.column}`);
  const zone = field.zone ?? "UTC";
  const days = await daysOf(db, plan, column, zone);
  if (days === undefined || days.length > MOST_DAYS) return undefined;
  const where = plan.along ?? plan.where;
  const counted = (condition: RawBuilder<boolean>) =>
    sql<number>`(select count(*) from ${sql.table(spec.from)} where ${all([...where, condition])})`;
  const none = counted(sql<boolean>`(${column} is null or ${column} = '')`);
  if (days.length === 0) {
    const { rows } = await sql<{ count: number }>`${SLOW} select ${none} as count`.execute(db);
    return present([{ value: "", count: Number(rows[0]?.count) }]);
  }
  const starts = startsOf(zone, [...days, dayAfter(days.at(-1) as string)]);
  const each = days.map((day, at) => sql`(${day}, ${starts[at]}, ${starts[at + 1]})`);
  const within = counted(sql<boolean>`${column} >= spans.first_instant and ${column} < spans.next_instant`);
  const { rows } =
    await sql<DayCount>`${SLOW} with spans (value, first_instant, next_instant) as (values ${sql.join(each)})
    select '' as value, ${none} as count union all select value, ${within} as count from spans`.execute(db);
  return present(rows.map(({ value, count }) => ({ value, count: Number(count) })));
}

/** Whether the index has what is asked of the rows: else each of them would be read from wherever it lies, in the order of time. */
function isHeld({ spec, question: { filter = [], search } }: Plan, { name }: FoundField): boolean {
  const columns = spec.tally?.columns ?? [];
  const known = (field: string) =>
    Object.hasOwn(spec.fields, field) && columns.includes(spec.fields[field]?.column ?? "");
  return !search?.trim() && filter.every(({ field }) => field === name || known(field));
}

const present = (days: readonly DayCount[]) =>
  days.filter(({ count }) => count > 0).sort((a, b) => (a.value < b.value ? -1 : 1));

/** Every day from that of the first row to that of the last, whether it has rows or not. */
async function daysOf(db: Db, { spec }: Plan, column: RawBuilder<unknown>, zone: string) {
  const of = all([...spec.scope.slice(0, 1).map(scopeOf), sql<boolean>`${column} > ''`]);
  const end = (which: "min" | "max") =>
    sql`(select ${sql.raw(which)}(${column}) from ${sql.table(spec.from)} where ${of})`;
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    ${SLOW} select ${end("min")} as first, ${end("max")} as last`.execute(db);
  const { first, last } = rows[0] ?? {};
  if (!first || !last) return [];
  if (Number.isNaN(Date.parse(first)) || Number.isNaN(Date.parse(last))) return undefined;
  const span = (Date.parse(last) - Date.parse(first)) / 86_400_000;
  return span > MOST_DAYS ? undefined : daysBetween(dayIn(zone, first), dayIn(zone, last));
}
