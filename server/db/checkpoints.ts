// When SQLite's log of writes is brought into the file. SQLite itself would do it within a commit, and hold up whoever
// commits: in the main thread that is the event loop, in a job everybody who waits for a turn.
import type { Database as Sqlite } from "better-sqlite3";
import { type Driver, type SqliteDatabase, SqliteDialect, SqliteDriver } from "kysely";

/** Only if nobody else has done it in time, within a commit after all: 80 MB. */
export const LAST_RESORT_PAGES = 20_000;
const SOON_MS = 1000;
/** What a job may write before it does it: 32 MB. */
const JOB_PAGES = 8000;

/** Kysely's SQLite that has what was written brought into the file soon afterwards, by `bring`. */
export function broughtSoon(database: SqliteDatabase, bring: () => void): SqliteDialect {
  const dialect = new SqliteDialect({ database });
  dialect.createDriver = () => new WritingDriver(database, bring);
  return dialect;
}

class WritingDriver extends SqliteDriver implements Driver {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    database: SqliteDatabase,
    private readonly bring: () => void,
  ) {
    super({ database });
  }

  override async releaseConnection(): Promise<void> {
    await super.releaseConnection();
    if (this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.bring();
    }, SOON_MS);
    this.timer.unref();
  }

  override async destroy(): Promise<void> {
    clearTimeout(this.timer);
    await super.destroy();
  }
}

/** Brings what this connection wrote into the file once it has become much; to be called between two of its transactions. */
export function bringMuch(writer: Sqlite): void {
  try {
    const [state] = writer.pragma("wal_checkpoint(NOOP)") as { log: number }[];
    if (state && state.log > JOB_PAGES) writer.pragma("wal_checkpoint(PASSIVE)");
  } catch {
    // Nothing is lost: what was committed stands in the log, and the next turn tries again.
  }
}
