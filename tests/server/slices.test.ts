// Writers in the thread of the event loop give way to it between their statements.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "../../server/db/open.ts";

let folder: string;
let database: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "lanyard-"));
  database = await openDatabase(`sqlite:${join(folder, "lanyard.db")}`, { readers: 0 });
  await sql`create table note (text text)`.execute(database.write);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const note = (db: Kysely<never>, text: string) => sql`insert into note values (${text})`.execute(db);
const notes = async () =>
  (await sql<{ text: string }>`select text from note order by rowid`.execute(database.write)).rows.map(
    ({ text }) => text,
  );

/** Holds the thread as a long statement would. */
function work(db: Kysely<never>): Promise<unknown> {
  const until = performance.now() + 20;
  return sql`select 1`.execute(db).then(() => {
    while (performance.now() < until);
  });
}

test("a transaction of many statements lets the loop turn, and nobody else writes meanwhile", async () => {
  let turns = 0;
  const ticking = setInterval(() => {
    turns += 1;
  }, 1);
  const writer = database.write as unknown as Kysely<never>;
  const other = async () => {
    await new Promise((soon) => setTimeout(soon, 5));
    await note(writer, "other");
  };

  const long = writer.transaction().execute(async (db) => {
    for (let at = 0; at < 10; at++) {
      await work(db);
      await note(db, `${at}`);
    }
    return turns;
  });
  const [whileWriting] = await Promise.all([long, other()]);
  clearInterval(ticking);

  expect(whileWriting).toBeGreaterThanOrEqual(8);
  expect(await notes()).toEqual([..."0123456789", "other"]);
});

test("statements that are sent without waiting run in their order", async () => {
  const writer = database.write as unknown as Kysely<never>;

  await writer.transaction().execute(async (db) => {
    await work(db);
    const first = note(db, "first");
    const second = note(db, "second");
    const fourth = first.then(() => note(db, "fourth"));
    await Promise.all([first, second, fourth, note(db, "third")]);
  });

  expect(await notes()).toEqual(["first", "second", "third", "fourth"]);
});

test("one that fails behind a turn takes its transaction back, and the next is as before", async () => {
  const writer = database.write as unknown as Kysely<never>;

  const failed = writer.transaction().execute(async (db) => {
    await note(db, "lost");
    await work(db);
    await sql`insert into nowhere values (1)`.execute(db);
  });
  await expect(failed).rejects.toThrow("nowhere");
  await writer.transaction().execute((db) => note(db, "kept"));

  expect(await notes()).toEqual(["kept"]);
});
