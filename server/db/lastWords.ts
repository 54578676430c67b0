// What a transaction of PostgreSQL does last goes out in one message with its commit. The locks that are taken there, for
// which all writers wait, are then held as long as the database needs, and not until this process has time for each step.
import {
  CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type RawBuilder,
  type TransactionSettings,
} from "kysely";

// By connection, from the begin of a transaction to its end.
const words = new WeakMap<DatabaseConnection, string[]>();

class LastWordsDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await super.beginTransaction(connection, settings);
    words.set(connection, []);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const said = words.get(connection) ?? [];
    words.delete(connection);
    if (said.length === 0) return super.commitTransaction(connection);
    await connection.executeQuery(CompiledQuery.raw([...said, "commit"].join(";\n")));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    words.delete(connection);
    await super.rollbackTransaction(connection);
  }
}

/** Kysely's PostgreSQL, whose transactions may have last words. */
export function withLastWords(config: PostgresDialectConfig): PostgresDialect {
  const dialect = new PostgresDialect(config);
  dialect.createDriver = () => new LastWordsDriver(config);
  return dialect;
}

/**
 * Does something at the end of the transaction, in the order in which it was said; at once where there is no such end. Values
 * must be literals (`sql.lit`), since several statements in one message take no parameters.
 */
export async function atCommit<Tables>(db: Kysely<Tables>, statement: RawBuilder<unknown>): Promise<void> {
  const said = await db.getExecutor().provideConnection(async (connection) => words.get(connection));
  if (!said) {
    await statement.execute(db);
    return;
  }
  const { sql, parameters } = statement.compile(db);
  if (parameters.length > 0) throw new Error("What is said with the commit takes literals only.");
  said.push(sql);
}
