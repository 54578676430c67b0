// Who reads PostgreSQL gets no helping processes, and ids by the thousand reach it as one text. SQLite has neither.
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "../../server/db/open.ts";
import { isOneOf } from "../../server/db/rows.ts";
import { freshPlace } from "../support/app.ts";

let place: Awaited<ReturnType<typeof freshPlace>>;
let database: Database;
beforeEach(async () => {
  place = await freshPlace();
  database = await openDatabase(place.url);
});
afterEach(async () => {
  await database.close();
  await place.remove();
});

const counted = async (column: string, values: readonly (string | number)[]) => {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from (select 7 as number, 'a"b,c' as text union all select -3, 'seven' union all select 12, '{}') as held
    where ${isOneOf(database.dialect.kind, column, values)}`.execute(database.read);
  return Number(rows[0]?.count);
};

test("no question is spread over several processors", async () => {
  if (database.dialect.kind !== "postgres") return expect(database.dialect.kind).toBe("sqlite");
  const told = await sql<{ most: string }>`
    select current_setting('max_parallel_workers_per_gather') as most`.execute(database.read);
  expect(told.rows).toEqual([{ most: "0" }]);
});

test.each<[string, (string | number)[], number]>([
  ["number", [], 0],
  ["number", [7], 1],
  ["number", [-3, 12, 99], 2],
  ["number", Array.from({ length: 9000 }, (_, at) => at), 2],
  ["text", [], 0],
  ["text", ['a"b,c', "{}", "NULL"], 2],
  ["text", ["seven", "7"], 1],
])("a %s that is one of many is found whatever these are", async (column, values, count) => {
  expect(await counted(column, values)).toBe(count);
});
