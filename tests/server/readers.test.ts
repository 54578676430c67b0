// The threads that read the embedded database.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { Kysely } from "kysely";
import { afterAll, expect, test } from "vitest";
import { sqliteReaders } from "../../server/db/sqliteReaders.ts";

const folder = mkdtempSync(join(tmpdir(), "lanyard-readers-"));
const path = join(folder, "lanyard.db");

afterAll(() => rmSync(folder, { recursive: true }));

test("a thread that ends fails what it was asked, and another comes in its place", async () => {
  const db = new Kysely<{ note: { id: number } }>({ dialect: sqliteReaders(path, 1).dialect });
  const ask = () => db.selectFrom("note").selectAll().execute();
  // There is no such file yet, so the thread cannot begin.
  await expect(ask()).rejects.toThrow();
  const file = new Database(path);
  file.exec("create table note (id integer primary key); insert into note values (1), (2)");
  file.close();
  expect(await ask()).toEqual([{ id: 1 }, { id: 2 }]);
  await db.destroy();
});
