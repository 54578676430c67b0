// The connection with which jobs write runs in a thread of its own; nothing of a transaction is written without the rest.
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lineOf, send } from "../../server/db/line.ts";
import { type Database, openDatabase } from "../../server/db/open.ts";
import { Queue } from "../../server/db/queue.ts";
import { insertRows } from "../../server/db/rows.ts";

let folder: string;
let database: Database;
let turns: string[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "lanyard-"));
  const url = `sqlite:${join(folder, "lanyard.db")}`;
  await (await openDatabase(url, { readers: 0 })).close();
  turns = [];
  const takeTurn = async () => {
    turns.push("begun");
    return () => turns.push("over");
  };
  database = await openDatabase(url, { readers: 0, takeTurn });
  await sql`create table word (text text unique, bytes blob)`.execute(database.write);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const words = async () =>
  (await sql<{ text: string }>`select text from word order by text`.execute(database.read)).rows.map(
    ({ text }) => text,
  );

test("a transaction has one turn; answers, bytes and codes of errors come back as they are", async () => {
  turns.length = 0;

  const found = await database.write.transaction().execute(async (db) => {
    const put = await sql`insert into word values ('one', ${Buffer.from("é")}), ('two', null)`.execute(db);
    expect(put.numAffectedRows).toBe(2n);
    return sql<{ bytes: Buffer }>`select bytes from word where text = 'one'`.execute(db);
  });

  expect(found.rows[0]?.bytes.toString()).toBe("é");
  expect(turns).toEqual(["begun", "over"]);
  const again = sql`insert into word values ('one', null)`.execute(database.write);
  await expect(again).rejects.toMatchObject({ code: "SQLITE_CONSTRAINT_UNIQUE" });
  expect(await words()).toEqual(["one", "two"]);
});

test("no statement of a transaction waits for the answer of the last, and they run in their order", async () => {
  let [under, most] = [0, 0];

  await database.write.transaction().execute(async (db) => {
    const line = await lineOf(db as never);
    const ask = line?.executeQuery as NonNullable<typeof line>["executeQuery"];
    const counted: typeof ask = (query) => {
      most = Math.max(most, ++under);
      return ask.call(line, query).finally(() => --under) as never;
    };
    Object.assign(line as object, { executeQuery: counted });
    const rows = Array.from({ length: 1600 }, (_, at) => [`${at}`, null]);
    await insertRows(db as never, database.dialect, "word", ["text", "bytes"], rows);
    expect(most).toBe(2);

    const byKysely = sql`update word set text = 'first' where text = '0'`.execute(db);
    const found = send(db as never, sql`select text from word where text in ('0', 'first', 'second')`.compile(db));
    const after = send(db as never, sql`update word set text = 'second' where text = 'first'`.compile(db));
    most = 0;
    expect((await found).rows).toEqual([{ text: "first" }]);
    await Promise.all([byKysely, after]);
    expect(most).toBe(3);
    Object.assign(line as object, { executeQuery: ask });
  });

  expect(await words()).toContain("second");
});

test("of statements that are sent while one runs, none stays where that one fails", async () => {
  const rows = (from: string) => Array.from({ length: 1600 }, (_, at) => [at === 7 ? from : `${at}`, null]);
  const put = (from: string) =>
    database.write
      .transaction()
      .execute((db) => insertRows(db as never, database.dialect, "word", ["text", "bytes"], rows(from)));

  await expect(put("6")).rejects.toThrow("UNIQUE");
  expect(await words()).toEqual([]);

  await put("7");
  expect(await words()).toHaveLength(1600);
});

test("what fails is undone as a whole, and the next transaction is whole again", async () => {
  const failing = database.write.transaction().execute(async (db) => {
    await sql`insert into word values ('one', null)`.execute(db);
    await sql`insert into word values ('one', null)`.execute(db);
  });
  await expect(failing).rejects.toThrow("UNIQUE");
  await database.write.transaction().execute((db) => sql`insert into word values ('two', null)`.execute(db));

  expect(await words()).toEqual(["two"]);
});

test("nothing is written on its own once SQLite has undone the transaction itself", async () => {
  const undone = database.write.transaction().execute(async (db) => {
    await sql`insert into word values ('one', null)`.execute(db);
    await sql`insert or rollback into word values ('one', null)`.execute(db).catch(() => {});
    await sql`insert into word values ('alone', null)`.execute(db);
  });

  await expect(undone).rejects.toThrow("undone");
  expect(await words()).toEqual([]);
  await sql`insert into word values ('two', null)`.execute(database.write);
  expect(await words()).toEqual(["two"]);
});

test.each(["dies", "is ended"])(
  "nothing is written on its own once the thread that writes %s in a transaction",
  async (how) => {
    const lost = database.write.transaction().execute(async (db) => {
      await sql`insert into word values ('one', null)`.execute(db);
      const { worker } = (await lineOf(db as never)) as unknown as { worker: Worker };
      const end = new Promise((ended) => worker.once("exit", ended));
      if (how === "dies") worker.postMessage(null);
      else void worker.terminate();
      const under = sql`insert into word values ('under way', null)`.execute(db);
      await expect(under).rejects.toThrow();
      await end;
      await sql`insert into word values ('alone', null)`.execute(db).catch(() => {});
    });

    await expect(lost).rejects.toThrow(how === "dies" ? "destructure" : "has ended");
    expect(await words()).toEqual([]);
    await sql`insert into word values ('two', null)`.execute(database.write);
    await database.write.transaction().execute((db) => sql`insert into word values ('three', null)`.execute(db));
    expect(await words()).toEqual(["three", "two"]);
  },
);

test("who waits to write is seen in every thread", async () => {
  const mine = await openDatabase(`sqlite:${join(folder, "lanyard.db")}`, { readers: 0 });
  const elsewhere = new Queue(mine.queue?.shared);
  let waiting: Promise<unknown> | undefined;

  await mine.write.connection().execute(async () => {
    expect(elsewhere.isEmpty).toBe(true);
    waiting = sql`insert into word values ('late', null)`.execute(mine.write);
    await Promise.resolve();
    expect(elsewhere.isEmpty).toBe(false);
  });

  await waiting;
  expect(elsewhere.isEmpty).toBe(true);
  await mine.close();
});

test("what nobody waits for ends no transaction of a job, and still has its turn", async () => {
  const mine = await openDatabase(`sqlite:${join(folder, "lanyard.db")}`, { readers: 1 });
  const elsewhere = new Queue(mine.queue?.shared);
  const all: Promise<unknown>[] = [];

  await mine.write.connection().execute(async () => {
    all.push(sql`insert into word values ('aside', null)`.execute(mine.background));
    await pause(50);
    expect(elsewhere.isEmpty).toBe(true);
    all.push(sql`insert into word values ('late', null)`.execute(mine.write));
    await pause(50);
    expect(elsewhere.isEmpty).toBe(false);
  });

  await Promise.all(all);
  expect(await words()).toEqual(["aside", "late"]);
  expect(elsewhere.isEmpty).toBe(true);
  await mine.close();
});

test("statements run in the order in which they are sent, also where the connection takes none ahead", async () => {
  const mine = await openDatabase(`sqlite:${join(folder, "lanyard.db")}`, { readers: 0 });
  const expected: string[] = [];

  // Just when the connection is free, whoever comes would be let go before those that wait.
  for (let moment = 0; moment < 30; moment++) {
    await mine.write.transaction().execute(async (db) => {
      const sent = (text: string) => send(db as never, sql`insert into word values (${text}, null)`.compile(db));
      await lineOf(db as never);
      const first = sql`insert into word values (${`first ${moment}`}, null)`.execute(db);
      const second = sent(`second ${moment}`);
      for (let turn = 0; turn < moment; turn++) await Promise.resolve();
      await Promise.all([first, second, sent(`third ${moment}`)]);
    });
    expected.push(...["first", "second", "third"].map((text) => `${text} ${moment}`));
  }

  const { rows } = await sql<{ text: string }>`select text from word order by rowid`.execute(mine.read);
  expect(rows.map(({ text }) => text)).toEqual(expected);
  await mine.close();
});

test.runIf(process.platform === "linux")("it gives way to the event loop where both want the processor", async () => {
  await sql`insert into word values ('some', null)`.execute(database.write);

  const niceOf = (thread: string) =>
    Number(readFileSync(`/proc/self/task/${thread}/stat`, "utf8").split(") ").at(-1)?.split(" ")[16]);
  const own = readlinkSync("/proc/thread-self").split("/").at(-1) as string;
  expect(niceOf(own)).toBe(0);
  expect(readdirSync("/proc/self/task").map(niceOf)).toContain(5);
});
