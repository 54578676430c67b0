// What the tests of one run share: a folder for the servers that they build and the databases that they copy, and that nothing
// is left of it.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import pg from "pg";

// Below the project, where a server that is built there finds its packages.
const dist = join(import.meta.dirname, "../../dist");

/** Called once for each project of a run; all share the folder of the first. */
export default function setup(): (() => Promise<void>) | undefined {
  if (process.env["LANYARD_TEST_RUN"]) return undefined;
  mkdirSync(dist, { recursive: true });
  const folder = mkdtempSync(join(dist, "test-"));
  process.env["LANYARD_TEST_RUN"] = folder;
  return async () => {
    rmSync(folder, { recursive: true, force: true });
    const server = process.env["TEST_DATABASE_URL"];
    if (server) await dropDemos(server, folder);
  };
}

/** The database from which others are copied, of one process of a run. */
export function demoName(folder: string, own: string): string {
  return `lanyard_${basename(folder)}_${own}`.replace(/\W/g, "_").toLowerCase();
}

async function dropDemos(server: string, folder: string): Promise<void> {
  const named = "select datname from pg_database where starts_with(datname, $1)";
  for (const { datname } of await onServer(server, named, [demoName(folder, "")])) {
    await onServer(server, `drop database ${datname} with (force)`);
  }
}

/** One statement, by a connection of its own. */
export async function onServer(url: string, statement: string, values?: string[]): Promise<{ datname: string }[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(statement, values);
  await client.end();
  return rows;
}
