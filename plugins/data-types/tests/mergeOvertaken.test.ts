// One data type becomes another while somebody saves what names it: what they saved stays, and names the other all the same.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, type Place } from "../../../tests/support/place.ts";
import type { TypeDetail } from "../contract.ts";

/** SQLite has one writer at a time: there the merge begins once that one has ended. */
const waiting = sql<{ count: number }>`select count(*) as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'transactionid'`;

describe.each(testDatabases)("what is saved while two data types become one on %s", (database) => {
  let server: TestApp;
  let partner: Asker;
  let place: Place;
  beforeAll(async () => {
    server = await app({ database });
    partner = await server.as("partner");
    place = await aPlace(server, "matchmaker");
  });
  afterAll(() => server.close());

  let count = 0;
  const aType = async () => {
    count += 1;
    const draft = { type: `Overtaken ${count}`, type_category_id: 1, to_events: true };
    return (await partner.post("/1/api/type", draft)).data as TypeDetail;
  };
  const naming = (from: number): Record<string, [path: string, draft: object]> => ({
    event_data_field: [
      "field",
      { key: `of_${from}`, kind: "text", labels: { "en-gb": `Of ${from}` }, type_ids: [from] },
    ],
    custom_groups_group: [
      "custom-group",
      {
        name: `Group ${from}`,
        mode: "rule",
        rule: { match: "all", filter: [{ field: "type_id", op: "in", value: [from] }] },
      },
    ],
    relationships_kind: [
      "relationship",
      {
        name: `Kind ${from}`,
        cardinality: "many-many",
        from: { label: "a", category: 1, types: [from] },
        to: { label: "b", category: 1, types: [] },
      },
    ],
    event_data_view: [
      "thing-view",
      {
        list: "all",
        name: `View ${from}`,
        shared: false,
        query: new URLSearchParams({
          filter: JSON.stringify([["type_id", "in", [from]]]),
        }).toString(),
      },
    ],
  });

  test.each(Object.keys(naming(0)))("%s", async (table) => {
    const [from, into] = [await aType(), await aType()];
    const [path, draft] = naming(from.id)[table] as [string, object];
    const expert = await server.as("expert");
    const made = await expert.post(`${place.path}/${path}`, draft);
    expect([made.status, made.error?.message]).toEqual([201, undefined]);
    const { write, quick } = server.deps.database;
    const row = sql`${sql.table(table)}`;

    // Somebody has read what is there, and saves it while the merge has come to it.
    const saving = write.transaction().execute(async (db) => {
      await sql`update ${row} set rev = rev + 1 where id = ${made.data.id}`.execute(db);
      if (database === "sqlite") return;
      const isWaiting = async () => Number((await waiting.execute(quick)).rows[0]?.count) > 0;
      await expect.poll(isWaiting, { timeout: 10_000, interval: 50 }).toBe(true);
    });
    const started = await partner.post(`/1/api/type/${from.id}/merge`, { into: into.id, rev: from.rev });
    await saving;
    const done = (await partner.finished(started.data.job.id)).data;

    expect([done.state, done.error]).toEqual(["done", undefined]);
    const { rows } = await sql<Record<string, unknown>>`select * from ${row} where id = ${made.data.id}`.execute(quick);
    const stored = decodeURIComponent(JSON.stringify(rows[0])).replaceAll("\\", "");
    expect(stored).toMatch(new RegExp(`(type_ids|types|value|"in")[^[]*\\[${into.id}\\]`));
  });
});
