// Brings a database up to date: core first, then the areas in the order of their `requires`; one ledger table.
import type { Kysely, Transaction } from "kysely";
import type { Dialect } from "./dialect.ts";
import type { Database } from "./open.ts";

/** One step of a schema. `up` runs in a transaction; its id is `0001_what`. */
export interface Migration {
  id: string;
  // biome-ignore lint/suspicious/noExplicitAny: a migration works on tables that no present type describes
  up: (db: Kysely<any>, dialect: Dialect) => Promise<void>;
}

/** The migrations of one owner, `core` or an area. */
export interface OwnedMigrations {
  owner: string;
  migrations: readonly Migration[];
}

/** A database that this version cannot use. The message is one sentence. */
export class MigrationError extends Error {}

type Ledger = { lanyard_migration: { key: string; applied_at: string } };

/** Applies what is missing and answers the keys that were applied. Throws `MigrationError` for a newer database. */
export async function migrate(database: Database, owned: readonly OwnedMigrations[], now: Date): Promise<string[]> {
  const db = database.write.withTables<Ledger>();
  return db.transaction().execute(async (transaction) => {
    await database.dialect.unhurried(transaction as unknown as Kysely<never>);
    await database.dialect.lock(transaction as unknown as Kysely<never>, "lanyard_migration");
    await transaction.schema
      .createTable("lanyard_migration")
      .ifNotExists()
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("applied_at", "text", (column) => column.notNull())
      .execute();
    const done = new Set(
      (await transaction.selectFrom("lanyard_migration").select("key").execute()).map((row) => row.key),
    );
    refuseNewer(done, owned);
    return applyMissing(transaction as unknown as Transaction<Ledger>, database.dialect, owned, done, now);
  });
}

async function applyMissing(
  db: Transaction<Ledger>,
  dialect: Dialect,
  owned: readonly OwnedMigrations[],
  done: ReadonlySet<string>,
  now: Date,
): Promise<string[]> {
  const applied: string[] = [];
  for (const { owner, migrations } of owned) {
    for (const migration of migrations) {
      const key = `${owner}/${migration.id}`;
      if (done.has(key)) continue;
      await migration.up(db, dialect);
      await db.insertInto("lanyard_migration").values({ key, applied_at: now.toISOString() }).execute();
      applied.push(key);
    }
  }
  return applied;
}

/** A step that an owner of ours does not know was made by a later version. Owners that are gone are left alone. */
function refuseNewer(done: ReadonlySet<string>, owned: readonly OwnedMigrations[]): void {
  for (const { owner, migrations } of owned) {
    const known = new Set(migrations.map((migration) => `${owner}/${migration.id}`));
    for (const key of done) {
      if (key.startsWith(`${owner}/`) && !known.has(key)) {
        throw new MigrationError(
          `The database was made by a newer version (it holds the step ${key}); start that version, or name another database in DATABASE_URL.`,
        );
      }
    }
  }
}
