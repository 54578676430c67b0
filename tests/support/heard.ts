// The database of a test with each statement heard before it is asked; its texts are SQLite's.
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Db } from "../../server/kernel/context.ts";
import type { TestApp } from "./app.ts";

/** Asks the same as `server` does to read; `hear` goes first. */
export function heard({ deps }: TestApp, hear: (query: CompiledQuery) => void | Promise<void>): Db {
  const { read } = deps.database;
  const connection = {
    executeQuery: async (query: CompiledQuery) => {
      await hear(query);
      return read.executeQuery(query);
    },
  };
  const through = new Kysely<object>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => Object.assign(new DummyDriver(), { acquireConnection: async () => connection as never }),
      createIntrospector: (one) => new SqliteIntrospector(one),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  return through as unknown as Db;
}
