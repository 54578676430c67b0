// SQLite has one writer at a time. A thread that writes asks the main thread for its turn first, so that no connection
// ever waits for another's lock: that wait would hold the event loop.

import {
  type DatabaseConnection,
  type Driver,
  type Kysely,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from "kysely";
import type { SqliteWriter } from "./sqliteWriter.ts";
import type { CoreTables } from "./tables.ts";

/** Answers when it is the caller's turn to write, with what ends the turn. */
export type TakeTurn = () => Promise<() => void>;

/** In the thread that owns the writer, a turn is to have its one connection without using it: other writers wait in their queue. */
export function turnOf(write: Kysely<CoreTables>): TakeTurn {
  return () =>
    new Promise((begin, refuse) => {
      write
        .connection()
        .execute(() => new Promise<void>((over) => begin(over)))
        .catch(refuse);
    });
}

/** Kysely's SQLite, each of whose transactions and single statements waits for its turn. A connection of this thread, or one in another. */
export function inTurns(writer: SqliteWriter | SqliteDatabase, takeTurn: TakeTurn): SqliteDialect {
  const [elsewhere, database] = "executeQuery" in writer ? [writer, NOT_HERE] : [undefined, writer];
  const dialect = new SqliteDialect({ database });
  dialect.createDriver = () => new TurnDriver(database, elsewhere, takeTurn);
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
    database: SqliteDatabase,
    private readonly elsewhere: SqliteWriter | undefined,
    private readonly takeTurn: TakeTurn,
  ) {
    super({ database });
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const here = await super.acquireConnection();
    this.endTurn = await this.takeTurn();
    return this.elsewhere ?? here;
  }

  override async releaseConnection(): Promise<void> {
    this.endTurn?.();
    this.endTurn = undefined;
    // A thread that is gone has nothing to bring.
    await this.elsewhere?.checkpoint().catch(() => {});
    await super.releaseConnection();
  }

  override async destroy(): Promise<void> {
    await (this.elsewhere ? this.elsewhere.close() : super.destroy());
  }
}
