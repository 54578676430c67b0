// Profiles of the big event, made past its routes but as these make them.
import type { TestApp } from "../../../tests/support/app.ts";
import { analyzeThings, createThings, type ThingValues } from "../server/repository.ts";

const NOW = "2026-01-01T00:00:00.000Z";

/**
 * In one transaction, since the orders of a field that a test has just made are being filled at the same time; and until all
 * that goes on has ended, so that whatever is asked next finds the profiles in each order. The database learns how many there are, as
 * after an import: else PostgreSQL takes them for one, and a join of some thousands for nothing, until it sweeps by itself.
 */
export async function makeThings(
  { deps, bigEventId, resting }: TestApp,
  values: readonly ThingValues[],
  arrived: (at: number) => string = () => NOW,
): Promise<void> {
  const { write, dialect } = deps.database;
  await write.transaction().execute((db) => createThings(db as never, bigEventId, values, NOW, arrived));
  await resting();
  await analyzeThings(write as never, dialect);
}
