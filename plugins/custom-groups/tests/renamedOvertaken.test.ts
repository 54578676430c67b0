// A field comes to be called otherwise while somebody saves a group or a view that names it: these name it anew all the same.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, type Place } from "../../../tests/support/place.ts";
import { fieldNamerKey } from "../../event-data/offers.ts";

/** SQLite has one writer at a time: there the renaming begins once that one has ended. */
const waiting = sql<{ count: number }>`select count(*) as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'transactionid'`;

describe.each(testDatabases)("what is saved while a field is renamed on %s", (database) => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  const naming = (key: string): Record<string, [path: string, draft: object]> => ({
    custom_groups_group: [
      "custom-group",
      {
        name: "Overtaken",
        mode: "rule",
        rule: { match: "all", filter: [{ field: `fields.${key}`, op: "eq", value: "a" }] },
      },
    ],
    event_data_view: [
      "thing-view",
      {
        list: "all",
        name: "Overtaken",
        shared: false,
        query: new URLSearchParams({ filter: JSON.stringify([[`fields.${key}`, "eq", "a"]]) }).toString(),
      },
    ],
  });

  test.each(Object.keys(naming("")))("%s", async (table) => {
    const expert = await server.as("expert");
    const [key, to] = [`old_${table}`, `new_${table}`];
    await expert.post(`${place.path}/field`, { key, kind: "text", labels: { "en-gb": key } });
    const [path, draft] = naming(key)[table] as [string, object];
    const made = await expert.post(`${place.path}/${path}`, draft);
    expect([made.status, made.error?.message]).toEqual([201, undefined]);
    const { deps } = server;
    const { write, quick, dialect } = deps.database;
    const row = sql.table(table);

    let renamed: Promise<unknown> = Promise.resolve();
    await write.transaction().execute(async (db) => {
      await sql`update ${row} set rev = rev + 1 where id = ${made.data.id}`.execute(db);
      renamed = write.transaction().execute(async (own) => {
        const context = { db: own, dialect, now: new Date(), offered: deps.offered, audit: async () => {} };
        for (const namer of deps.offered(fieldNamerKey))
          await namer.rename?.(context as never, [place.eventId], { key, to, options: new Map() });
      });
      if (database === "sqlite") return;
      const isWaiting = async () => Number((await waiting.execute(quick)).rows[0]?.count) > 0;
      await expect.poll(isWaiting, { timeout: 10_000, interval: 50 }).toBe(true);
    });
    await renamed;

    const { rows } = await sql`select * from ${row} where id = ${made.data.id}`.execute(quick);
    expect(decodeURIComponent(JSON.stringify(rows[0]))).toContain(`fields.${to}`);
  });
});
