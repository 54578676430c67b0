// The tally that the database keeps is what counting would find, whoever wrote.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#server";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import { tally } from "../server/migrations/0040_tally.ts";

let server: TestApp;
let editor: Asker;
let eventId: number;
let things: string;

beforeAll(async () => {
  server = await app({ areaDemo: true });
  editor = await server.as("matchmaker");
  eventId = server.bigEventId;
  things = `/1/api/container/${eventId}/thing`;
});
afterAll(() => server.close());

const kept = sql`select event_id, type_id, status, country, country_key, count from event_data_thing_tally order by 1, 2, 3, 4`;
const counted = sql`select event_id, type_id, status, country, min(country_key) as country_key, count(*) as count
  from event_data_thing group by 1, 2, 3, 4 order by 1, 2, 3, 4`;

async function expectTrue() {
  const { write } = server.deps.database;
  const { rows } = await kept.execute(write);
  expect(rows).toEqual((await counted.execute(write)).rows);
  return rows.length;
}

test("profiles that come, change, move and go are counted", async () => {
  const [type, other] = (await editor.get("/1/api/type")).data as { id: number }[];
  const draft = { type_id: type?.id, last_name: "Tally", email: "tally@tally.example", country: "Malta" };

  expect(await expectTrue()).toBeGreaterThan(10);
  const made = (await editor.post(things, draft)).data;
  await expectTrue();
  await editor.patch(`${things}/${made.id}`, { rev: 1, country: "Chad" });
  await editor.patch(`${things}/${made.id}`, { rev: 2, job_title: "Clerk" });
  await expectTrue();
  const act = { do: "move", type_id: other?.id };
  const job = (await editor.post(`${things}/bulk`, { selection: { ids: [made.id] }, act, mode: "apply" })).data.job;
  await editor.finished(job.id);
  const moved = (await editor.get(`${things}/${made.id}`)).data;
  expect(moved).toMatchObject({ country: "Chad", type_id: other?.id });
  await expectTrue();
  const of = { limit: 1, filter: [{ field: "country", op: "eq", value: "Chad" }] };
  expect((await editor.post(`${things}/query`, of)).data.matched).toBe(1);
  await editor.remove(`${things}/${made.id}?rev=${moved.rev}`);
  await expectTrue();
  expect((await editor.post(`${things}/query`, of)).data.matched).toBe(0);
});

test("a write that is undone counts for nothing", async () => {
  const { write } = server.deps.database;

  const undone = write.transaction().execute(async (db) => {
    // On PostgreSQL a connection keeps the way that a trigger took the first time, which was for one profile.
    for (const limit of [1, 5000]) {
      const some = sql`select id from event_data_thing where event_id = ${eventId} order by id limit ${limit}`;
      await sql`update event_data_thing set country = 'Chad' where id in (${some})`.execute(db);
    }
    for (const limit of [1, 5000]) {
      const some = sql`select id from event_data_thing where event_id = ${eventId} order by id limit ${limit}`;
      await sql`delete from event_data_thing where id in (${some})`.execute(db);
    }
    throw new Error("no");
  });

  await expect(undone).rejects.toThrow("no");
  await expectTrue();
});

test("profiles that were there before it are counted when it comes", async () => {
  const { write, dialect } = server.deps.database;
  const isSqlite = dialect.kind === "sqlite";
  // New profiles are counted by other triggers than the tally came with.
  for (const what of isSqlite ? ["removed", "saved"] : ["added", "removed", "saved"]) {
    const name = `event_data_tally_${what}`;
    await sql.raw(isSqlite ? `drop trigger ${name}` : `drop function ${name} cascade`).execute(write);
  }
  await sql`drop table event_data_thing_tally`.execute(write);

  await write.transaction().execute((db) => tally.up(db, dialect));

  expect(await expectTrue()).toBeGreaterThan(10);
});
