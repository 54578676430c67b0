// Opens the database that DATABASE_URL names: embedded SQLite by default, else PostgreSQL.
import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { type Channel, localChannel } from "./channel.ts";
import { bringMuch, broughtSoon, LAST_RESORT_PAGES } from "./checkpoints.ts";
import { type Dialect, dialects } from "./dialect.ts";
import { keepsPrepared } from "./prepared.ts";
import { askedDirectly } from "./ready.ts";
import { sqliteReaders } from "./sqliteReaders.ts";
import type { CoreTables } from "./tables.ts";
import { inTurns, type TakeTurn } from "./turns.ts";

/** A database with three ways in. On PostgreSQL they are two pools, one of which cannot write. */
export interface Database {
  dialect: Dialect;
  /** The one writer; its transactions queue behind each other on SQLite. */
  write: Kysely<CoreTables>;
  /** For questions of unknown length: they run off the event loop. */
  read: Kysely<CoreTables>;
  /** For look-ups by key, in microseconds. */
  quick: Kysely<CoreTables>;
  /** How the processes of this database tell each other what has changed. */
  channel: Channel;
  close(): Promise<void>;
}

/** How many ways in there are: reader threads of SQLite (0 reads in this thread), connections of each pool of PostgreSQL. */
export interface Size {
  readers?: number;
  pool?: number;
  /** In a thread beside the one that owns the writer: how it asks for its turn. */
  takeTurn?: TakeTurn;
}

/** Opens without migrating. */
export async function openDatabase(url: string, { readers = 2, pool = 10, takeTurn }: Size = {}): Promise<Database> {
  if (url.startsWith("sqlite:")) return openSqlite(resolve(url.slice("sqlite:".length)), readers, takeTurn);
  // Its code is loaded by those who use it.
  const { openPostgres } = await import("./openPostgres.ts");
  return openPostgres(url, pool);
}

/** Pages that a thread for long writes keeps in memory; an index that falls out of it is read again for each row. */
const LONG_WRITES_KB = 65_536;

function openSqlite(path: string, readers: number, takeTurn: TakeTurn | undefined): Database {
  mkdirSync(dirname(path), { recursive: true });
  const writer = new SqliteDatabase(path);
  writer.pragma("journal_mode = WAL");
  // What was acknowledged survives a power cut.
  writer.pragma("synchronous = FULL");
  writer.pragma("foreign_keys = ON");
  writer.pragma("busy_timeout = 5000");
  const reader = new SqliteDatabase(path, { readonly: true });
  reader.pragma("busy_timeout = 5000");
  if (takeTurn) writer.pragma(`cache_size = -${LONG_WRITES_KB}`);
  // Where there are reader threads, they do it.
  if (takeTurn || readers > 0) writer.pragma(`wal_autocheckpoint = ${LAST_RESORT_PAGES}`);
  const database = keepsPrepared(writer);
  const threads = readers > 0 ? sqliteReaders(path, readers) : undefined;
  const write = new Kysely<CoreTables>({
    dialect: takeTurn
      ? inTurns(database, takeTurn, () => bringMuch(writer))
      : threads
        ? broughtSoon(database, threads.checkpoint)
        : new SqliteDialect({ database }),
  });
  const byKey = keepsPrepared(reader);
  const quick = askedDirectly(new Kysely<CoreTables>({ dialect: new SqliteDialect({ database: byKey }) }), byKey);
  const read = threads ? new Kysely<CoreTables>({ dialect: threads.dialect }) : quick;
  return {
    dialect: dialects.sqlite,
    write,
    read,
    quick,
    channel: localChannel(),
    close: async () => {
      if (read !== quick) await read.destroy();
      await quick.destroy();
      await write.destroy();
    },
  };
}
