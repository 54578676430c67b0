// Open pairs of a profile are counted by its own alone, however many there are in the queue.
import { expect, test } from "vitest";
import { sql } from "#server";
import { app } from "../../../tests/support/app.ts";
import { PAIRS } from "../server/migrations/0005_counted.ts";

test("SQLite finds the open pairs of a profile by its id at either end, not among all that are open", async () => {
  const server = await app();
  const { read, dialect } = server.deps.database;
  // PostgreSQL chooses by its statistics.
  if (dialect.kind !== "sqlite") return server.close();
  const counted = sql.raw(`explain query plan select ${PAIRS.of("7", "21")}`);
  const { rows } = await sql<{ detail: string }>`${counted}`.execute(read);
  await server.close();

  const ways = rows.flatMap(({ detail }) => /duplicates_pair_\w+ \(.*\)/.exec(detail) ?? []);
  expect(ways).toEqual([
    "duplicates_pair_by_one (event_id=? AND one_id=? AND state=?)",
    "duplicates_pair_by_other (event_id=? AND other_id=? AND state=?)",
  ]);
});
