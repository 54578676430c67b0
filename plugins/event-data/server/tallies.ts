// Counts of profiles for homes and insights: what stands in the database, grouped. Reads only.
import { type Db, sql } from "#server";
import type { EventDataTables } from "./tables.ts";

export interface Tally {
  eventId: number;
  typeId: number;
  status: string;
  count: number;
}

const things = (db: Db, eventIds: readonly number[]) =>
  db
    .withTables<EventDataTables>()
    .selectFrom("event_data_thing")
    .where("event_id", "in", [...eventIds]);

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

/** How many profiles of some types arrived in each minute (`2026-01-31T09:00`); minutes fall into days of any zone. */
export async function tallyArrivals(
  db: Db,
  eventIds: readonly number[],
  typeIds: readonly number[],
  between?: { from: string; to: string },
) {
  if (eventIds.length === 0 || typeIds.length === 0) return [];
  const minute = sql<string>`substr(created_at, 1, 16)`;
  let query = things(db, eventIds).where("type_id", "in", [...typeIds]);
  if (between) query = query.where("created_at", ">=", between.from).where("created_at", "<", between.to);
  const rows = await query
    .select(["event_id as eventId", minute.as("minute")])
    .select((of) => of.fn.countAll<number | string>().as("count"))
    .groupBy(["event_id", minute])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
