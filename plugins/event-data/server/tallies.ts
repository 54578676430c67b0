// Counts of profiles for homes and insights: what stands in the database, grouped. Reads only.
import { type Db, sql, startsOf } from "#server";
import type { EventDataTables } from "./tables.ts";

export interface Tally {
  eventId: number;
  typeId: number;
  status: string;
  count: number;
}

/** What the database has counted already, as profiles came and went. */
const counted = (db: Db, eventIds: readonly number[]) =>
  db
    .withTables<EventDataTables>()
    .selectFrom("event_data_thing_tally")
    .where("event_id", "in", [...eventIds]);

/** How many profiles there are of each type and status. */
export async function tallyOf(db: Db, eventIds: readonly number[]): Promise<Tally[]> {
  if (eventIds.length === 0) return [];
  const rows = await counted(db, eventIds)
    .select(["event_id as eventId", "type_id as typeId", "status"])
    .select((of) => of.fn.sum<number | string>("count").as("count"))
    .groupBy(["event_id", "type_id", "status"])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** How many profiles of some types come from each country, most first. */
export async function tallyCountries(db: Db, eventIds: readonly number[], typeIds: readonly number[]) {
  if (eventIds.length === 0 || typeIds.length === 0) return [];
  const rows = await counted(db, eventIds)
    .select("country")
    .select((of) => of.fn.sum<number | string>("count").as("count"))
    .where("type_id", "in", [...typeIds])
    .groupBy("country")
    .orderBy(sql`2`, "desc")
    .orderBy("country")
    .execute();
  return rows.map(({ country, count }) => ({ country, count: Number(count) }));
}

/** How many profiles arrived on each of some days that has some, and how many before the first of them. */
export interface Arrivals {
  before: number;
  days: ReadonlyMap<string, number>;
}

/**
 * How many profiles of some types arrived on each of some days that follow each other, on the clocks of their event. Rows are counted
 * between the ends of each day, along the order in which they came.
 */
export async function tallyArrivals(
  db: Db,
  { id, timezone }: { id: number; timezone: string },
  typeIds: readonly number[],
  days: readonly string[],
): Promise<Arrivals> {
  const last = days.at(-1);
  if (typeIds.length === 0 || last === undefined) return { before: 0, days: new Map() };
  const after = new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10);
  const starts = startsOf(timezone, [...days, after]);
  const spans = days.map((day, at) => sql`(${day}, ${starts[at]}, ${starts[at + 1]})`);
  const { rows } = await sql<{ value: string; count: number | string }>`
    with spans (value, first_instant, next_instant) as (values ('', '', ${starts[0]}), ${sql.join(spans)})
    select value, (select count(*) from event_data_thing where event_id = ${id} and type_id in (${sql.join([...typeIds])})
      and created_at >= spans.first_instant and created_at < spans.next_instant) as count from spans`.execute(db);
  const counts = new Map(rows.map(({ value, count }) => [value, Number(count)]));
  const before = counts.get("") ?? 0;
  return { before, days: new Map([...counts].filter(([day, count]) => day !== "" && count > 0)) };
}
