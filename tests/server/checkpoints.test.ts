// What SQLite's log of writes holds is brought into the file behind everybody's back.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Database, openDatabase } from "../../server/db/open.ts";

let folder: string;
let database: Database;
const path = () => join(folder, "lanyard.db");
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lanyard-"));
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** Pages in the log, and how many of them are in the file too. */
function logOf(): { log: number; checkpointed: number } {
  const looking = new SqliteDatabase(path());
  const [state] = looking.pragma("wal_checkpoint(NOOP)") as { log: number; checkpointed: number }[];
  looking.close();
  return state as { log: number; checkpointed: number };
}

async function fill(pages: number): Promise<void> {
  await sql`create table if not exists page (text text)`.execute(database.write);
  await sql`insert into page
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${pages}) select hex(randomblob(2000)) from n`.execute(
    database.write,
  );
}

test("of the server by a thread that reads, soon after", async () => {
  database = await openDatabase(`sqlite:${path()}`, { readers: 1 });

  await fill(3000);

  expect(logOf().checkpointed).toBe(0);
  await vi.waitFor(() => expect(logOf().checkpointed).toBe(logOf().log), { timeout: 20_000, interval: 200 });
  const read = await sql<{ n: number }>`select count(*) as n from page`.execute(database.read);
  expect(read.rows[0]?.n).toBe(3000);
});

test("of the server never within a commit, however long the log has become", async () => {
  database = await openDatabase(`sqlite:${path()}`, { readers: 1 });
  const own = await sql<{ wal_autocheckpoint: number }>`pragma wal_autocheckpoint`.execute(database.write);
  expect(own.rows).toEqual([{ wal_autocheckpoint: 0 }]);
});

test("of a job by the thread that writes for it, once it is much and the turn is over", async () => {
  await (await openDatabase(`sqlite:${path()}`, { readers: 0 })).close();
  let turns = 0;
  const takeTurn = async () => {
    turns += 1;
    return () => {
      turns -= 1;
    };
  };
  database = await openDatabase(`sqlite:${path()}`, { readers: 0, takeTurn });

  await fill(3000);
  expect(logOf().checkpointed).toBe(0);
  await fill(17_000);

  expect(turns).toBe(0);
  const { log, checkpointed } = logOf();
  expect(checkpointed).toBe(log);
});
