// Statements of a transaction that are sent before the last one is answered. Kysely asks one thing after another, and each only
// once this thread has time to hear the last answer; the thread that writes to SQLite meanwhile has nothing to do.
import type { CompiledQuery, Kysely, QueryResult } from "kysely";
import { SqliteWriter } from "./sqliteWriter.ts";

const lines = new WeakMap<object, Promise<SqliteWriter | undefined>>();

/**
 * The connection of a transaction, if it takes statements ahead: they run in the order in which they are sent. Asked for the
 * first time it is told once nothing is under way.
 */
export function lineOf(db: Kysely<never>): Promise<SqliteWriter | undefined> {
  const executor = db.getExecutor();
  const known = lines.get(executor);
  if (known || !db.isTransaction) return known ?? NONE;
  const line = executor.provideConnection(async (connection) =>
    connection instanceof SqliteWriter ? connection : undefined,
  );
  lines.set(executor, line);
  return line;
}

const NONE = Promise.resolve(undefined);

/** Sends a statement at once where the connection takes it, and answers its result. It runs behind those that were sent before. */
export async function send<Row>(db: Kysely<never>, query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
  const line = await lineOf(db);
  return line ? line.executeQuery<Row>(query) : inOrder(db, query);
}

/** The last statements that were sent in transactions whose connection takes one at a time. */
const lasts = new WeakMap<object, Promise<unknown>>();

/** The same for a connection that takes no statements ahead: of those that wait for it, Kysely may let a later one go first. */
export function inOrder<Row>(db: Kysely<never>, query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
  const run = () => db.executeQuery<Row>(query);
  if (!db.isTransaction) return run();
  const executor = db.getExecutor();
  const before = lasts.get(executor);
  const sent = before ? before.then(run, run) : run();
  lasts.set(executor, sent);
  return sent;
}
