// Statements of SQLite, prepared once: reading the text of a large insert takes longer than running it.
import type { Database as Sqlite, Statement } from "better-sqlite3";
import type { SqliteDatabase, SqliteStatement } from "kysely";

const KEPT = 300;

/** A connection for Kysely that keeps the statements that it has prepared, the most recent ones. */
export function keepsPrepared(db: Sqlite): SqliteDatabase {
  const kept = new Map<string, Statement>();
  return {
    prepare: (text) => {
      const statement = kept.get(text) ?? db.prepare(text);
      kept.delete(text);
      kept.set(text, statement);
      if (kept.size > KEPT) kept.delete(kept.keys().next().value as string);
      return statement as unknown as SqliteStatement;
    },
    close: () => {
      kept.clear();
      db.close();
    },
  };
}
