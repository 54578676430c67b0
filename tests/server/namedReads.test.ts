// What PostgreSQL keeps under a name is asked again without it where the name is lost, and is never more than a bound. SQLite
// answers the same questions and keeps none.
import { CompiledQuery, sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { OFTEN } from "../../server/db/lane.ts";
import { type Database, openDatabase } from "../../server/db/open.ts";
import { freshPlace } from "../support/app.ts";

let place: Awaited<ReturnType<typeof freshPlace>>;
let database: Database;
beforeEach(async () => {
  place = await freshPlace();
  // One connection, so that what it keeps can be looked at.
  database = await openDatabase(place.url, { pool: 1 });
});
afterEach(async () => {
  await database.close();
  await place.remove();
});

async function ask(text: string): Promise<unknown[]> {
  const { rows } = await database.read.executeQuery<{ answer: unknown }>(CompiledQuery.raw(text));
  return rows.map(({ answer }) => answer);
}

async function kept(): Promise<unknown[]> {
  return database.dialect.kind === "postgres" ? ask("select statement as answer from pg_prepared_statements") : [];
}

const isKept = (count: number) => (database.dialect.kind === "postgres" ? count : 0);

test("questions that are asked often are kept under a name up to a bound, and others are not", async () => {
  for (let time = 0; time < 2; time++) {
    expect(await ask("select 1 as answer")).toEqual([1]);
    for (let at = 0; at < 250; at++) expect(await ask(`${OFTEN}select ${at} as answer`)).toEqual([at]);
  }

  expect(await kept()).toHaveLength(isKept(200));
  await expect(ask(`${OFTEN}select missing as answer`)).rejects.toThrow("missing");
});

test("where a pooler forgets what was kept, they are answered without a name from then on", async () => {
  expect(await ask(`${OFTEN}select 7 as answer`)).toEqual([7]);
  expect(await kept()).toHaveLength(isKept(1));
  if (database.dialect.kind === "postgres") await sql`deallocate all`.execute(database.read);

  expect(await ask(`${OFTEN}select 7 as answer`)).toEqual([7]);
  expect(await ask(`${OFTEN}select 8 as answer`)).toEqual([8]);
  expect(await kept()).toEqual([]);
});

test("a table that changes meanwhile fails no question that is kept", async () => {
  await sql`create table changing (answer int)`.execute(database.write);
  await sql`insert into changing values (1)`.execute(database.write);
  expect(await ask(`${OFTEN}select * from changing`)).toEqual([1]);

  await sql`alter table changing add column two int`.execute(database.write);

  expect(await ask(`${OFTEN}select * from changing`)).toEqual([1]);
});
