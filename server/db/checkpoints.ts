// When SQLite's log of writes is brought into the file. SQLite itself would do it within a commit, and hold up whoever
// commits: in the main thread that is the event loop, in a job everybody who waits for a turn.

import { setImmediate as turn } from "node:timers/promises";
import { type DatabaseConnection, type Driver, type SqliteDatabase, SqliteDialect, SqliteDriver } from "kysely";
import type { Queue } from "./queue.ts";

/** Within a commit of a job, if nobody has done it in time: 400 MB. A transaction of an import leaves half of that. */
export const LAST_RESORT_PAGES = 100_000;
const SOON_MS = 1000;

/** Kysely's SQLite whose writers stand in a queue, and that has what they wrote brought into the file soon afterwards, by `bring`. */
export function broughtSoon(database: SqliteDatabase, queue: Queue, bring?: () => void): SqliteDialect {
  const dialect = new SqliteDialect({ database });
  dialect.createDriver = () => new WritingDriver(database, queue, bring);
  return dialect;
}

class WritingDriver extends SqliteDriver implements Driver {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    database: SqliteDatabase,
    private readonly queue: Queue,
    private readonly bring?: () => void,
  ) {
    super({ database });
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await this.queue.wait(() => super.acquireConnection());
    // What led to it and what it writes are each little; the first time, when both are read and made ready, they are too much at once.
    await turn();
    return connection;
  }

  override async releaseConnection(): Promise<void> {
    await super.releaseConnection();
    if (this.timer || !this.bring) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.bring?.();
    }, SOON_MS);
    this.timer.unref();
  }

  override async destroy(): Promise<void> {
    clearTimeout(this.timer);
    await super.destroy();
  }
}
