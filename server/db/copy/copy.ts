// Copies a whole database into an empty one, of the same kind or the other. A backup of PostgreSQL is such a copy in a file.
import { MigrationError, migrate, type OwnedMigrations } from "../migrate.ts";
import { openDatabase } from "../open.ts";
import type { Source, Target } from "./ends.ts";
import { sqliteSource, sqliteTarget } from "./sqlite.ts";

/** A copy that cannot be made. The message is one sentence that says what to do. */
export class CopyError extends Error {}

/** How many rows went where. */
export interface Copied {
  tables: number;
  rows: number;
  /** Tables of areas that this version does not have. */
  left: string[];
}

const pathOf = (url: string) => url.slice("sqlite:".length);

async function openSource(url: string): Promise<Source> {
  if (url.startsWith("sqlite:")) return sqliteSource(pathOf(url));
  return (await import("./postgres.ts")).postgresSource(url);
}

async function openTarget(url: string): Promise<Target> {
  if (url.startsWith("sqlite:")) return sqliteTarget(pathOf(url));
  return (await import("./postgres.ts")).postgresTarget(url);
}

/** Copies everything, all or nothing. The source may be in use; the target must be empty. Throws `CopyError`. */
export async function copyDatabase(from: string, to: string, owned: readonly OwnedMigrations[]): Promise<Copied> {
  await prepare(to, owned);
  const source = await openSource(from);
  try {
    await refuseOtherVersion(source, owned);
    const target = await openTarget(to);
    try {
      const copied = await copyRows(source, target);
      await target.commit();
      return copied;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function prepare(url: string, owned: readonly OwnedMigrations[]): Promise<void> {
  const database = await openDatabase(url, { readers: 0, pool: 2 });
  try {
    await migrate(database, owned, new Date());
    const somebody = await database.write.selectFrom("core_user").select("id").limit(1).executeTakeFirst();
    if (somebody)
      throw new CopyError("The database that is to take the copy holds accounts already; name an empty one.");
  } finally {
    await database.close();
  }
}

async function refuseOtherVersion(source: Source, owned: readonly OwnedMigrations[]): Promise<void> {
  const steps = new Set(await source.steps());
  const known = owned.flatMap(({ owner, migrations }) => migrations.map((migration) => `${owner}/${migration.id}`));
  const missing = known.find((step) => !steps.has(step));
  if (missing) throw new CopyError(`The database lacks the step ${missing}; run lanyard server migrate on it first.`);
  for (const { owner } of owned) {
    const newer = [...steps].find((step) => step.startsWith(`${owner}/`) && !known.includes(step));
    if (newer)
      throw new MigrationError(
        `The database was made by a newer version (it holds the step ${newer}); use that version.`,
      );
  }
}

async function copyRows(source: Source, target: Target): Promise<Copied> {
  const there = new Set(await source.tables());
  const tables = (await target.tables()).filter(({ name }) => there.has(name));
  let rows = 0;
  // What migrations put in goes first, the referring tables before those that they refer to.
  for (const { name } of [...tables].reverse()) await target.clear(name);
  for (const { name, columns } of tables) {
    // What triggers made of the rows before.
    await target.clear(name);
    for await (const block of source.rows(name)) {
      const shared = columns.filter((column) => column in (block[0] ?? {}));
      await target.insert(name, shared, block);
      rows += block.length;
    }
    const last = await source.lastId(name);
    if (last > 0) await target.setLastId(name, last);
  }
  const taken = new Set(tables.map(({ name }) => name));
  return { tables: tables.length, rows, left: [...there].filter((name) => !taken.has(name)) };
}
