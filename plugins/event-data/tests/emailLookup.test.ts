// Whether an address is taken is found by the address: every save asks it, in events of a million, too.
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { app, type TestApp } from "../../../tests/support/app.ts";
import { heard } from "../../../tests/support/heard.ts";
import { findByEmail } from "../server/repository.ts";

let server: TestApp;
beforeAll(async () => {
  server = await app({ areaDemo: true });
});
afterAll(() => server.close());

test("SQLite looks an address up, and goes through no type", async () => {
  const { read, dialect } = server.deps.database;
  if (dialect.kind !== "sqlite") return;
  const ways: string[] = [];
  const watched = heard(server, async (query) => {
    const asked = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]);
    ways.push(...(await read.executeQuery<{ detail: string }>(asked)).rows.map(({ detail }) => detail));
  });
  Object.assign(watched, { withTables: () => watched });

  for (const types of [[1], [1, 2, 3]]) await findByEmail(watched, server.bigEventId, "ada@email.example", types);

  expect(ways).toHaveLength(2);
  for (const way of ways) expect(way).toMatch(/event_id=\? AND email_key=\?/);
});
