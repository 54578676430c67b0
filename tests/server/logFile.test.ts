// What is acknowledged is on the disk, and waiting for that holds nobody up.
import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import SqliteDatabase from "better-sqlite3";
import { Kysely, sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { broughtSoon } from "../../server/db/checkpoints.ts";
import { LogFile } from "../../server/db/logFile.ts";
import { type Database, openDatabase } from "../../server/db/open.ts";
import { Queue } from "../../server/db/queue.ts";
import { turnOf } from "../../server/db/turns.ts";
import { app } from "../support/app.ts";

let folder: string;
let database: Database | undefined;
const path = () => join(folder, "lanyard.db");
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lanyard-"));
});
afterEach(async () => {
  await database?.close();
  database = undefined;
  rmSync(folder, { recursive: true });
});

/** A writer of a table `note`, before a disk that a test answers for. */
async function writerBefore(disk: () => Promise<void>) {
  const file = new SqliteDatabase(path());
  file.exec("create table note (text text)");
  const log = { reachDisk: disk, close: async () => {}, refusal: undefined };
  const write = new Kysely<object>({ dialect: broughtSoon(file, new Queue(), { log }) });
  const count = () => file.prepare("select count(*) as n from note").pluck().get();
  return { write, count };
}
const note = (text: string) => sql`insert into note values (${text})`;

test("a write and a transaction are answered once they are on the disk; meanwhile the loop turns and others write", async () => {
  const disk: (() => void)[] = [];
  const { write, count } = await writerBefore(() => new Promise((go) => disk.push(go)));
  const answered: string[] = [];
  const [one, two] = [
    note("one")
      .execute(write)
      .then(() => answered.push("one")),
    write
      .transaction()
      .execute((db) => note("two").execute(db))
      .then(() => answered.push("two")),
  ];

  await vi.waitFor(() => expect(disk).toHaveLength(2));
  for (let times = 0; times < 20; times++) await turn();
  expect([count(), answered]).toEqual([2, []]);
  disk[1]?.();
  await two;
  expect(answered).toEqual(["two"]);
  disk[0]?.();
  await one;

  expect(answered).toEqual(["two", "one"]);
  await write.destroy();
});

test("who comes while the disk is busy goes with the others the next time, and nobody with the one that is under way", async () => {
  const busy: (() => void)[] = [];
  const some = await open(join(folder, "some"), "w");
  const datasync = vi
    .spyOn(Object.getPrototypeOf(some), "datasync")
    .mockImplementation(() => new Promise<void>((go) => busy.push(go)));
  await open(`${path()}-wal`, "w").then((file) => file.close());
  const log = new LogFile(path());
  const reached: number[] = [];
  const reach = (who: number) => log.reachDisk().then(() => reached.push(who));

  const first = reach(1);
  await vi.waitFor(() => expect(busy).toHaveLength(1));
  const others = [reach(2), reach(3)];
  busy[0]?.();
  await first;
  expect(reached).toEqual([1]);
  await vi.waitFor(() => expect(busy).toHaveLength(2));
  busy[1]?.();
  await Promise.all(others);

  expect(reached).toEqual([1, 2, 3]);
  expect(busy).toHaveLength(2);
  datasync.mockRestore();
  await log.close();
  await some.close();
});

test("what the disk refuses is not acknowledged, and nothing is written any more before the next start", async () => {
  const some = await open(join(folder, "some"), "w");
  const datasync = vi.spyOn(Object.getPrototypeOf(some), "datasync");
  await some.close();
  const opened = await openDatabase(`sqlite:${path()}`, { readers: 1 });
  const write = opened.write as never;
  await sql`create table note (text text)`.execute(write);
  await note("kept").execute(write);
  const texts = async ({ read }: Database) => (await sql<{ text: string }>`select text from note`.execute(read)).rows;

  datasync.mockRejectedValueOnce(new Error("EIO: i/o error, fdatasync"));
  await expect(note("refused").execute(write)).rejects.toThrow("EIO");
  await expect(note("after it").execute(write)).rejects.toThrow("EIO");
  await expect(opened.write.transaction().execute((db) => note("in it").execute(db as never))).rejects.toThrow("EIO");
  expect(opened.refusal?.()?.message).toContain("EIO");
  const shown = await texts(opened);
  await opened.close();
  datasync.mockRestore();
  database = await openDatabase(`sqlite:${path()}`, { readers: 1 });
  await note("again").execute(database.write as never);

  expect(shown.map(({ text }) => text)).toEqual(["kept", "refused"]);
  expect((await texts(database)).map(({ text }) => text)).toEqual(["kept", "refused", "again"]);
});

test("who changes nothing or only has the turn waits for no disk", async () => {
  let waits = 0;
  const { write } = await writerBefore(async () => {
    waits += 1;
  });

  await sql`select * from note`.execute(write);
  await sql`delete from note`.execute(write);
  const over = await turnOf(write as never)();
  over();
  await sql`select * from note`.execute(write);

  expect(waits).toBe(0);
  await write.destroy();
});

test("a database of the server waits for its own log", async () => {
  const some = await open(join(folder, "some"), "w");
  const datasync = vi.spyOn(Object.getPrototypeOf(some), "datasync");
  await some.close();
  database = await openDatabase(`sqlite:${path()}`, { readers: 1 });
  await sql`create table note (text text)`.execute(database.write);
  const before = datasync.mock.calls.length;

  await note("one").execute(database.write as never);
  await database.write.transaction().execute((db) => note("two").execute(db as never));

  expect(datasync.mock.calls.length - before).toBe(2);
  expect((await sql`pragma synchronous`.execute(database.write)).rows).toEqual([{ synchronous: 1 }]);
  datasync.mockRestore();
});

test("a server whose disk has refused is not ready any more, and still reads", async () => {
  const some = await open(join(folder, "some"), "w");
  const datasync = vi.spyOn(Object.getPrototypeOf(some), "datasync");
  await some.close();
  const server = await app({ database: "sqlite" });
  const person = await server.as("super");
  const type = { type: "Pressed", type_category_id: 1 };
  datasync.mockRejectedValueOnce(new Error("EIO: i/o error, fdatasync"));

  const refused = await person.post("/1/api/type", type);
  datasync.mockRestore();
  const [ready, alive, read, next] = [
    await server.anonymous.get("/ready"),
    await server.anonymous.get("/health"),
    await person.get("/1/api/type"),
    await person.post("/1/api/type", type),
  ];

  expect([refused, ready, alive, read, next].map(({ status }) => status)).toEqual([500, 503, 200, 200, 500]);
  await server.close();
});
