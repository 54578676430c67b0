// Opens the database that DATABASE_URL names: embedded SQLite by default, else PostgreSQL.
import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { Kysely, PostgresDialect, SqliteDialect } from "kysely";
import { type Dialect, dialects } from "./dialect.ts";
import { sqliteReaders } from "./sqliteReaders.ts";
import type { CoreTables } from "./tables.ts";

/** A database with three ways in. On PostgreSQL they are one pool. */
export interface Database {
  dialect: Dialect;
  /** The one writer; its transactions queue behind each other on SQLite. */
  write: Kysely<CoreTables>;
  /** For questions of unknown length: they run off the event loop. */
  read: Kysely<CoreTables>;
  /** For look-ups by key, in microseconds. */
  quick: Kysely<CoreTables>;
  close(): Promise<void>;
}

/** Opens without migrating. `readers` is the number of reader threads; 0 reads in this thread. */
export async function openDatabase(url: string, { readers = 2 }: { readers?: number } = {}): Promise<Database> {
  return url.startsWith("sqlite:") ? openSqlite(resolve(url.slice("sqlite:".length)), readers) : openPostgres(url);
}

function openSqlite(path: string, readers: number): Database {
  mkdirSync(dirname(path), { recursive: true });
  const writer = new SqliteDatabase(path);
  writer.pragma("journal_mode = WAL");
  // What was acknowledged survives a power cut.
  writer.pragma("synchronous = FULL");
  writer.pragma("foreign_keys = ON");
  writer.pragma("busy_timeout = 5000");
  const reader = new SqliteDatabase(path, { readonly: true });
  reader.pragma("busy_timeout = 5000");
  const write = new Kysely<CoreTables>({ dialect: new SqliteDialect({ database: writer }) });
  const quick = new Kysely<CoreTables>({ dialect: new SqliteDialect({ database: reader }) });
  const read = readers > 0 ? new Kysely<CoreTables>({ dialect: sqliteReaders(path, readers) }) : quick;
  return {
    dialect: dialects.sqlite,
    write,
    read,
    quick,
    close: async () => {
      if (read !== quick) await read.destroy();
      await quick.destroy();
      await write.destroy();
    },
  };
}

async function openPostgres(url: string): Promise<Database> {
  // Its code is loaded by those who use it.
  const { default: pg } = await import("pg");
  // Counts come as bigint; none of ours leaves the safe range.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const db = new Kysely<CoreTables>({ dialect: new PostgresDialect({ pool }) });
  return { dialect: dialects.postgres, write: db, read: db, quick: db, close: () => db.destroy() };
}
