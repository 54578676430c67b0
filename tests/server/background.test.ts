// What goes on in the background takes its turn with everybody else who writes, and holds nobody up who does not.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeInBlocks } from "../../server/db/rows.ts";
import { SqliteWriter } from "../../server/db/sqliteWriter.ts";
import { app, type TestApp } from "../support/app.ts";

let server: TestApp;
beforeAll(async () => {
  server = await app({ readers: 1 });
  await sql`create table note (id integer primary key, text text)`.execute(server.deps.database.write);
});
afterAll(() => server.close());

const isEmbedded = () => server.deps.database.dialect.kind === "sqlite";
/** As many rows as take a while, said in the words of each database. */
const fill = (from: number, to: number) =>
  isEmbedded()
    ? sql`insert into note (id, text) with recursive n (id) as (select ${from} union all select id + 1 from n where id < ${to})
        select id, 'filled' from n`
    : sql`insert into note (id, text) select id, 'filled' from generate_series(${from}::int, ${to}::int) as n (id)`;
const count = async () => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from note`.execute(server.deps.database.read);
  return Number(rows[0]?.count);
};

test("while it writes a lot, the event loop goes on", async () => {
  let [turns, isOver] = [0, false];
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);

  await fill(1, 200_000).execute(server.deps.database.background);
  isOver = true;

  expect(await count()).toBe(200_000);
  expect(turns).toBeGreaterThan(100);
});

test("what is removed in blocks is all that is meant, and nothing else", async () => {
  await fill(300_001, 304_500).execute(server.deps.database.write);

  await removeInBlocks(
    server.deps.database.background as never,
    "note",
    "id",
    sql<boolean>`id between 300001 and 304499`,
  );

  const { rows } = await sql<{ id: number }>`select id from note where id > 300000`.execute(server.deps.database.read);
  expect(rows).toEqual([{ id: 304_500 }]);
});

test("on the embedded database it waits for whoever writes, and they for it", async () => {
  if (!isEmbedded()) return;
  const { background, write } = server.deps.database;
  const order: string[] = [];
  const note = (id: number) => sql`insert into note (id, text) values (${id}, 'turn')`;
  const hold = async (database: typeof write, id: number, name: string, inside: () => void) =>
    database.transaction().execute(async (db) => {
      await note(id).execute(db);
      inside();
      await new Promise((later) => setTimeout(later, 50));
      order.push(name);
    });

  let other: Promise<unknown> | undefined;
  const begin = (database: typeof write, id: number, name: string) => () => {
    other = note(id)
      .execute(database)
      .then(() => order.push(name));
  };
  await hold(write, 400_001, "people", begin(background, 400_002, "then background"));
  await other;
  await hold(background, 400_003, "background", begin(write, 400_004, "then people"));
  await other;

  expect(order).toEqual(["people", "then background", "background", "then people"]);
});

test("its thread ends when nobody needs it, and the next has a new one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lanyard-"));
  const writer = new SqliteWriter(join(folder, "lanyard.db"), 1);
  const ask = (text: string) => writer.executeQuery(CompiledQuery.raw(text));
  await ask("create table kept (id integer)");
  await ask("create temp table of_thread (id integer)");
  const isThere = async () => {
    const { rows } = await ask("select count(*) as there from sqlite_temp_master");
    await writer.checkpoint();
    // Longer than the thread is kept.
    await new Promise((later) => setTimeout(later, 20));
    return (rows[0] as { there: number }).there;
  };

  await expect.poll(isThere).toBe(0);
  expect((await ask("insert into kept values (1) returning id")).rows).toEqual([{ id: 1 }]);
  await writer.close();
  rmSync(folder, { recursive: true });
});
