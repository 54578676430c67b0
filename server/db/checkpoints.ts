// When SQLite's log of writes is brought into the file. SQLite itself would do it within a commit, and hold up whoever
// commits: in the main thread that is the event loop, in a job everybody who waits for a turn.

import { setImmediate as turn } from "node:timers/promises";
import { type DatabaseConnection, type Driver, type SqliteDatabase, SqliteDialect, SqliteDriver } from "kysely";
import type { LogFile } from "./logFile.ts";
import type { Queue } from "./queue.ts";
import { SlicedConnection } from "./slices.ts";

/** Within a commit of a job, if nobody has done it in time: 400 MB. A transaction of an import leaves half of that. */
export const LAST_RESORT_PAGES = 100_000;
const SOON_MS = 1000;

/** What becomes of writes: `log` has them on the disk before they are answered, `bring` brings them into the file soon afterwards. */
export interface Aftermath {
  log?: Pick<LogFile, "reachDisk" | "close" | "refusal"> | undefined;
  bring?: (() => void) | undefined;
}

/** Kysely's SQLite whose writers stand in a queue. Without a log of its own, SQLite itself waits for the disk. */
export function broughtSoon(database: SqliteDatabase, queue: Queue, aftermath: Aftermath): SqliteDialect {
  const dialect = new SqliteDialect({ database });
  dialect.createDriver = () => new WritingDriver(database, queue, aftermath);
  return dialect;
}

class WritingDriver extends SqliteDriver implements Driver {
  private timer: NodeJS.Timeout | undefined;
  /** The rows that this connection had changed when its user got it. */
  private changed = 0;
  private sliced: SlicedConnection | undefined;

  constructor(
    private readonly database: SqliteDatabase,
    private readonly queue: Queue,
    private readonly aftermath: Aftermath,
  ) {
    super({ database });
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await this.queue.wait(() => super.acquireConnection());
    // What led to it and what it writes are each little; the first time, when both are read and made ready, they are too much at once.
    await turn();
    const { refusal } = this.aftermath.log ?? {};
    if (refusal) {
      await super.releaseConnection();
      throw refusal;
    }
    this.changed = this.changes();
    // There is one connection, and it is nobody else's until it is released, however often the loop turns.
    this.sliced ??= new SlicedConnection(connection);
    this.sliced.begin();
    return this.sliced;
  }

  override async releaseConnection(): Promise<void> {
    const { log, bring } = this.aftermath;
    // Whoever only had the turn has written nothing here.
    const hasWritten = this.changes() !== this.changed;
    await super.releaseConnection();
    if (bring)
      this.timer ??= setTimeout(() => {
        this.timer = undefined;
        bring();
      }, SOON_MS).unref();
    // The next one may write meanwhile, and both then go to the disk together.
    if (hasWritten) await log?.reachDisk();
  }

  override async destroy(): Promise<void> {
    clearTimeout(this.timer);
    await super.destroy();
    await this.aftermath.log?.close();
  }

  private changes(): number {
    const [row] = this.database.prepare("select total_changes() as changes").all([]) as { changes: number }[];
    return row?.changes ?? 0;
  }
}
