// The database of a test with each statement heard before it is asked.
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Db } from "../../server/kernel/context.ts";
import type { TestApp } from "./app.ts";

/** Asks the same as `server` does to read; `hear` goes first. */
export function heard({ deps }: TestApp, hear: (query: CompiledQuery) => void | Promise<void>): Db {
  const { read, dialect } = deps.database;
  const isSqlite = dialect.kind === "sqlite";
  const connection = {
    executeQuery: async (query: CompiledQuery) => {
      await hear(query);
      return read.executeQuery(query);
    },
  };
  const through = new Kysely<object>({
    dialect: {
      createAdapter: () => (isSqlite ? new SqliteAdapter() : new PostgresAdapter()),
      createDriver: () => Object.assign(new DummyDriver(), { acquireConnection: async () => connection as never }),
      createIntrospector: (one) => (isSqlite ? new SqliteIntrospector(one) : new PostgresIntrospector(one)),
      createQueryCompiler: () => (isSqlite ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
    },
  });
  return through as unknown as Db;
}
