// Look-ups that wait for a connection beside each other share a question; each is told its own answer, and a failure does not
// outlive those that it met.
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "../../server/db/open.ts";
import type { CoreTables } from "../../server/db/tables.ts";
import { together } from "../../server/db/together.ts";
import { freshPlace } from "../support/app.ts";

let place: Awaited<ReturnType<typeof freshPlace>>;
let database: Database;
beforeEach(async () => {
  place = await freshPlace();
  database = await openDatabase(place.url, { pool: 1 });
});
afterEach(async () => {
  await database.close();
  await place.remove();
});

/** Doubles numbers in the database, and knows none above a thousand; tells how many it was asked at a time. */
function doubling(sizes: number[]) {
  return together(async (db: Kysely<CoreTables>, asked: readonly (readonly [number])[]) => {
    sizes.push(asked.length);
    const found = asked.map(([value], at) => ({ value, at })).filter(({ value }) => value <= 1000);
    const rows = found.map(({ value, at }) => sql`select ${sql.lit(value)} * 2 as twice, ${sql.lit(at)} as at`);
    if (rows.length === 0) return [];
    return (await sql<{ twice: number; at: number }>`${sql.join(rows, sql` union all `)}`.execute(db)).rows;
  });
}

test("each is told its own answer, the same is asked once, and what is not there is nothing", async () => {
  const sizes: number[] = [];
  const double = doubling(sizes);
  const asked = [...Array.from({ length: 250 }, (_, at) => at), 7, 7, 2000];

  const told = await Promise.all(asked.map((value) => double(database.read, value)));

  expect(told.map((row) => row?.twice)).toEqual(asked.map((value) => (value > 1000 ? undefined : value * 2)));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
  expect(sizes.length).toBeLessThan(10);
  // Two of the three sevens were asked by another.
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(asked.length);
});

test("an error reaches all that shared the question, and nobody after them", async () => {
  let isBroken = true;
  const find = together(async (db: Kysely<CoreTables>, asked: readonly (readonly [number])[]) => {
    if (isBroken) await sql`select missing`.execute(db);
    return asked.map(([value], at) => ({ value, at }));
  });

  const met = await Promise.allSettled([1, 2, 3].map((value) => find(database.read, value)));
  isBroken = false;

  expect(met.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect((await find(database.read, 4))?.value).toBe(4);
});

test("without a connection all that wait are told so", async () => {
  const find = together(async (_, asked: readonly (readonly [number])[]) =>
    asked.map(([value], at) => ({ value, at })),
  );
  const closed = await openDatabase(place.url, { pool: 1 });
  await sql`select 1`.execute(closed.read);
  await closed.close();

  const met = await Promise.allSettled([1, 2].map((value) => find(closed.read, value)));

  expect(met.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
