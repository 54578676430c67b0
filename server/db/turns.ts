// SQLite has one writer at a time. A thread that writes asks the main thread for its turn first, so that no connection
// ever waits for another's lock: that wait would hold the event loop.

import { type DatabaseConnection, type Driver, SqliteDialect, SqliteDriver } from "kysely";
import type { SqliteWriter } from "./sqliteWriter.ts";

/** Answers when it is the caller's turn to write, with what ends the turn. */
export type TakeTurn = () => Promise<() => void>;

/** Kysely's SQLite, each of whose transactions and single statements waits for its turn. */
export function inTurns(writer: SqliteWriter, takeTurn: TakeTurn): SqliteDialect {
  const dialect = new SqliteDialect({ database: NOT_HERE });
  dialect.createDriver = () => new TurnDriver(writer, takeTurn);
  return dialect;
}

/** Kysely's driver keeps the queue of the connection, which itself is another one. */
const NOT_HERE = {
  prepare: () => {
    throw new Error("Statements run in the thread that writes.");
  },
  close: () => {},
};

class TurnDriver extends SqliteDriver implements Driver {
  private endTurn: (() => void) | undefined;

  constructor(
    private readonly writer: SqliteWriter,
    private readonly takeTurn: TakeTurn,
  ) {
    super({ database: NOT_HERE });
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await super.acquireConnection();
    this.endTurn = await this.takeTurn();
    return this.writer;
  }

  override async releaseConnection(): Promise<void> {
    this.endTurn?.();
    this.endTurn = undefined;
    // A thread that is gone has nothing to bring.
    await this.writer.checkpoint().catch(() => {});
    await super.releaseConnection();
  }

  override async destroy(): Promise<void> {
    await this.writer.close();
  }
}
