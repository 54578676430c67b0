// SQLite has one writer at a time. A thread that writes asks the main thread for its turn first, so that no connection
// ever waits for another's lock: that wait would hold the event loop.

import type { SqliteDatabase } from "kysely";
import { type DatabaseConnection, type Driver, SqliteDialect, SqliteDriver } from "kysely";

/** Answers when it is the caller's turn to write, with what ends the turn. */
export type TakeTurn = () => Promise<() => void>;

/** Kysely's SQLite, each of whose transactions and single statements waits for its turn. `after` runs when the turn is over. */
export function inTurns(database: SqliteDatabase, takeTurn: TakeTurn, after: () => void): SqliteDialect {
  const dialect = new SqliteDialect({ database });
  dialect.createDriver = () => new TurnDriver(database, takeTurn, after);
  return dialect;
}

class TurnDriver extends SqliteDriver implements Driver {
  private endTurn: (() => void) | undefined;

  constructor(
    database: SqliteDatabase,
    private readonly takeTurn: TakeTurn,
    private readonly after: () => void,
  ) {
    super({ database });
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    this.endTurn = await this.takeTurn();
    return connection;
  }

  override async releaseConnection(): Promise<void> {
    this.endTurn?.();
    this.endTurn = undefined;
    this.after();
    await super.releaseConnection();
  }
}
