// Backups, restores and copies from one kind of database into the other.
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { backup, copy, restore } from "../../server/admin.ts";
import { type Database, openDatabase } from "../../server/db/open.ts";
import { app, freshPlace, root, type TestApp } from "../support/app.ts";

describe("a database with the demo in it", () => {
  let lanyard: TestApp;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "lanyard-"));
    lanyard = await app({ areaDemo: true });
    // What is due every minute would change it between a copy and the look at that.
    await lanyard.deps.jobs.stop();
    // A row that is gone leaves its id used.
    const { write } = lanyard.deps.database;
    await write.deleteFrom("core_otp").execute();
    const otp = { user_id: 1, token_hash: "x", expires_at: "", used_at: null };
    await write
      .insertInto("core_otp")
      .values([otp, { ...otp, token_hash: "y" }])
      .execute();
    await write.deleteFrom("core_otp").where("token_hash", "=", "y").execute();
  });
  afterAll(async () => {
    await lanyard.close();
    rmSync(folder, { recursive: true });
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  const counts = async ({ write }: Database) => {
    const tables = ["core_user", "core_membership", "core_event", "core_audit", "event_data_thing", "agenda_session"];
    const tally = sql`select sum(count) as n, count(*) as lines from event_data_thing_tally`;
    const found: Record<string, unknown> = {};
    for (const table of tables) {
      const { rows } = await sql`select count(*) as n, max(id) as last from ${sql.table(table)}`.execute(write);
      found[table] = rows[0];
    }
    // The number of what has none is as small as there are: a sum holds no two of them.
    const number = sql`sum(case when of_number > -1e300 then of_number else 0 end)`;
    const beside = sql`select count(*) as n, ${number} as number, sum(length(of_text)) as texts from core_beside_value`;
    return { ...found, tally: (await tally.execute(write)).rows[0], beside: (await beside.execute(write)).rows[0] };
  };
  const nextOtp = async ({ write }: Database) => {
    const otp = { user_id: 1, token_hash: "z", expires_at: "", used_at: null };
    return (await write.insertInto("core_otp").values(otp).returning("id").executeTakeFirstOrThrow()).id;
  };
  const looksTheSame = async (url: string) => {
    const made = await openDatabase(url, { readers: 0 });
    try {
      expect(await counts(made)).toEqual(await counts(lanyard.deps.database));
      const { rows } = await sql<{ id: number }>`select max(id) as id from core_otp`.execute(
        lanyard.deps.database.write,
      );
      if (made.dialect.kind === "postgres") {
        const known = sql<{
          rows: number;
        }>`select reltuples as rows from pg_class where oid = 'event_data_thing'::regclass`;
        expect((await known.execute(made.write)).rows[0]?.rows).toBeGreaterThan(0);
      }
      expect(await nextOtp(made)).toBe((rows[0]?.id ?? 0) + 2);
    } finally {
      await made.close();
    }
  };

  test("is backed up while in use and restored into an embedded database, which is kept aside", async () => {
    vi.stubEnv("DATABASE_URL", lanyard.deps.config.databaseUrl);
    await backup(root, join(folder, "backup.db"));

    const elsewhere = `sqlite:${join(folder, "elsewhere.db")}`;
    vi.stubEnv("DATABASE_URL", elsewhere);
    await restore(root, join(folder, "backup.db"));

    await looksTheSame(elsewhere);
  });

  test("is restored into, or copied to, an empty database of the kind under test, and not into one that is in use", async () => {
    vi.stubEnv("DATABASE_URL", lanyard.deps.config.databaseUrl);
    const place = await freshPlace();
    await copy(root, place.url);

    await looksTheSame(place.url);
    await expect(copy(root, place.url)).rejects.toThrow(/holds accounts already/);
    await place.remove();
  }, 60_000);

  test("goes from one kind to the other and back with every row", async () => {
    const embedded = `sqlite:${join(folder, "there.db")}`;
    const back = await freshPlace();
    vi.stubEnv("DATABASE_URL", lanyard.deps.config.databaseUrl);
    await copy(root, embedded);
    vi.stubEnv("DATABASE_URL", embedded);
    await copy(root, back.url);

    await looksTheSame(back.url);
    await back.remove();
  }, 120_000);

  test("is not replaced by a file that is no backup", async () => {
    const file = join(folder, "notes.txt");
    writeFileSync(file, "not a database");
    vi.stubEnv("DATABASE_URL", lanyard.deps.config.databaseUrl);

    await expect(restore(root, file)).rejects.toThrow(/damaged or not a backup/);
  });

  describe("restored into an embedded database", () => {
    let place: string;
    let file: string;
    beforeAll(async () => {
      file = join(folder, "to-restore.db");
      vi.stubEnv("DATABASE_URL", lanyard.deps.config.databaseUrl);
      await backup(root, file);
    });
    beforeEach(() => {
      place = join(mkdtempSync(join(folder, "place-")), "lanyard.db");
      vi.stubEnv("DATABASE_URL", `sqlite:${place}`);
    });

    /** A database whose last row stands in the log alone, as a server that was killed leaves it. */
    const leaveKilled = (at: string, row: string) => {
      const running = new SqliteDatabase(`${at}.running`);
      running.pragma("journal_mode = WAL");
      running.exec("create table note (text text)");
      running.pragma("wal_checkpoint(TRUNCATE)");
      running.prepare("insert into note values (?)").run(row);
      for (const end of ["", "-wal"]) copyFileSync(`${at}.running${end}`, `${at}${end}`);
      running.close();
      rmSync(`${at}.running`);
    };
    const notesIn = (at: string) => {
      const database = new SqliteDatabase(at, { readonly: true });
      try {
        return database.prepare("select text from note").pluck().all();
      } finally {
        database.close();
      }
    };

    test("makes the folder where it is to stand", async () => {
      const inside = join(folder, "not", "yet", "lanyard.db");
      vi.stubEnv("DATABASE_URL", `sqlite:${inside}`);

      expect(await restore(root, file)).toBeUndefined();

      await looksTheSame(`sqlite:${inside}`);
    });

    test("keeps what a killed server has committed, and every former database", async () => {
      leaveKilled(place, "the last row");

      const first = await restore(root, file);
      const second = await restore(root, file);

      expect([first, second]).toEqual([`${place}.before-restore`, `${place}.before-restore-2`]);
      expect(existsSync(`${first}-wal`)).toBe(false);
      expect(notesIn(`${first}`)).toEqual(["the last row"]);
      await looksTheSame(`sqlite:${second}`);
      await looksTheSame(`sqlite:${place}`);
    });

    test("takes nothing from a restore that was stopped", async () => {
      leaveKilled(`${place}.restoring`, "of another one");

      await restore(root, file);

      await looksTheSame(`sqlite:${place}`);
      expect(() => notesIn(place)).toThrow(/no such table/);
      expect(existsSync(`${place}.restoring-wal`)).toBe(false);
    });

    test("is refused while a server runs on it, which goes on with its own", async () => {
      const running = new SqliteDatabase(place);
      running.pragma("journal_mode = WAL");
      running.exec("create table note (text text); insert into note values ('mine')");

      await expect(restore(root, file)).rejects.toThrow(/A server still runs on the database/);

      running.close();
      expect(notesIn(place)).toEqual(["mine"]);
      expect(existsSync(`${place}.before-restore`)).toBe(false);
      expect(existsSync(`${place}.restoring`)).toBe(false);
    });
  });
});
