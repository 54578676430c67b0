// Opens the database that DATABASE_URL names: embedded SQLite by default, else PostgreSQL.
import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { type Channel, localChannel } from "./channel.ts";
import { broughtSoon, LAST_RESORT_PAGES } from "./checkpoints.ts";
import { type Dialect, dialects } from "./dialect.ts";
import { type Heard, heardBy, type Way } from "./heard.ts";
import { LogFile } from "./logFile.ts";
import { keepsPrepared } from "./prepared.ts";
import { Queue } from "./queue.ts";
import { askedDirectly } from "./ready.ts";
import { sqliteReaders } from "./sqliteReaders.ts";
import { SqliteWriter } from "./sqliteWriter.ts";
import type { CoreTables } from "./tables.ts";
import { inTurns, type TakeTurn, turnOf } from "./turns.ts";

/** A database with three ways in. On PostgreSQL they are two pools, one of which cannot write. */
export interface Database {
  dialect: Dialect;
  /** The one writer; its transactions queue behind each other on SQLite. */
  write: Kysely<CoreTables>;
  /** The same for what nobody waits for and may find much to do: on SQLite it runs off the event loop, in its turn with the others. */
  background: Kysely<CoreTables>;
  /** For questions of unknown length: they run off the event loop. */
  read: Kysely<CoreTables>;
  /** For look-ups by key, in microseconds. */
  quick: Kysely<CoreTables>;
  /** Who waits to write; on PostgreSQL nobody can tell. */
  queue?: Queue;
  /** Why nothing can be written before the next start. */
  refusal?: () => Error | undefined;
  /** How the processes of this database tell each other what has changed. */
  channel: Channel;
  close(): Promise<void>;
}

/** How many ways in there are: reader threads of SQLite (0 reads in this thread), connections of each pool of PostgreSQL. */
export interface Size {
  readers?: number;
  pool?: number;
  /** In a thread beside the one that owns the writer: how it asks for its turn, and who else waits for one. */
  takeTurn?: TakeTurn;
  /** It writes so little that another thread for it would only cost memory. */
  writesHere?: boolean;
  queue?: Queue;
  /** Hears of every statement that was not asked directly (ready.ts), once it has ended, and by which way in. */
  log?: Heard;
}

/** Opens without migrating. */
export async function openDatabase(url: string, size: Size = {}): Promise<Database> {
  const { pool = 5, log } = size;
  if (url.startsWith("sqlite:")) return openSqlite(resolve(url.slice("sqlite:".length)), size);
  // Its code is loaded by those who use it.
  const { openPostgres } = await import("./openPostgres.ts");
  return openPostgres(url, pool, log);
}

/** Where there are reader threads, they bring the log into the file: within a commit it would hold the event loop, however late. */
const NEVER = 0;
/** The thread of what goes on in the background is there for one round of it. */
const BACKGROUND_MS = 5000;

function openSqlite(path: string, size: Size): Database {
  const { readers = 2, queue = new Queue(), takeTurn, writesHere } = size;
  const heard = (way: Way) => heardBy(size.log, way);
  mkdirSync(dirname(path), { recursive: true });
  const threads = readers > 0 ? sqliteReaders(path, readers) : undefined;
  const { dialect, log } = takeTurn ? writingInTurns(path, takeTurn, writesHere) : writingHere(path, queue, threads);
  const write = new Kysely<CoreTables>({ dialect, ...heard("write") });
  const takeBackgroundTurn = () => queue.waitPatiently(turnOf(write));
  const background = threads
    ? new Kysely<CoreTables>({
        dialect: inTurns(new SqliteWriter(path, BACKGROUND_MS), takeBackgroundTurn),
        ...heard("background"),
      })
    : write;
  const reader = new SqliteDatabase(path, { readonly: true });
  reader.pragma("busy_timeout = 5000");
  const byKey = keepsPrepared(reader);
  const quick = askedDirectly(
    new Kysely<CoreTables>({ dialect: new SqliteDialect({ database: byKey }), ...heard("quick") }),
    byKey,
  );
  const read = threads ? new Kysely<CoreTables>({ dialect: threads.dialect, ...heard("read") }) : quick;
  return {
    dialect: dialects.sqlite,
    write,
    background,
    read,
    quick,
    queue,
    refusal: () => log?.refusal,
    channel: localChannel(),
    close: async () => {
      if (read !== quick) await read.destroy();
      await quick.destroy();
      if (background !== write) await background.destroy();
      await write.destroy();
    },
  };
}

interface Writing {
  dialect: SqliteDialect;
  log?: LogFile | undefined;
}

function writingInTurns(path: string, takeTurn: TakeTurn, isHere: boolean | undefined): Writing {
  const writer = isHere ? keepsPrepared(openWriter(path, LAST_RESORT_PAGES)) : new SqliteWriter(path);
  return { dialect: inTurns(writer, takeTurn) };
}

/** The writer of the thread that answers requests: it waits neither for the disk nor for the log to be brought into the file. */
function writingHere(path: string, queue: Queue, threads: ReturnType<typeof sqliteReaders> | undefined): Writing {
  const writer = openWriter(path, threads ? NEVER : undefined);
  // A file system that takes no log leaves SQLite with the journal that it has.
  const log = writer.pragma("journal_mode", { simple: true }) === "wal" ? new LogFile(path) : undefined;
  if (log) writer.pragma("synchronous = NORMAL");
  return { dialect: broughtSoon(keepsPrepared(writer), queue, { log, bring: threads?.checkpoint }), log };
}

function openWriter(path: string, pagesWithinCommit?: number): SqliteDatabase.Database {
  const writer = new SqliteDatabase(path);
  writer.pragma("journal_mode = WAL");
  // What was acknowledged survives a power cut.
  writer.pragma("synchronous = FULL");
  writer.pragma("foreign_keys = ON");
  writer.pragma("busy_timeout = 5000");
  if (pagesWithinCommit !== undefined) writer.pragma(`wal_autocheckpoint = ${pagesWithinCommit}`);
  return writer;
}
