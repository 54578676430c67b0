// On SQLite imported profiles are put into the orders within countries afterwards: no list may tell the difference.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#server";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import { Coming, createMany } from "../server/bulk/writeMany.ts";
import { ORDER_JOB } from "../server/order.ts";
import { someValues } from "./factories.ts";

let server: TestApp;
let admin: Asker;
let eventId: number;
let typeId: number;
const NOW = "2026-02-01T00:00:00.000Z";
const SORTS = ["first_name", "last_name", "name", "email", "company_name", "job_title", "created_at", "updated_at"];

beforeAll(async () => {
  server = await app({ areaDemo: true });
  admin = await server.as("super");
  eventId = server.bigEventId;
  [{ id: typeId }] = (await admin.get("/1/api/type")).data;
});
afterAll(() => server.close());

const onSqlite = () => server.deps.database.dialect.kind === "sqlite";
const write = () => server.deps.database.write;

async function lateOnes(): Promise<number> {
  const asked = sql<{ late: number }>`select count(*) as late from event_data_thing where ordered = 0`;
  return (await asked.execute(write())).rows[0]?.late ?? 0;
}

async function orderJobs(): Promise<{ state: string; result: string | null }[]> {
  return write()
    .selectFrom("core_job")
    .select(["state", "result"])
    .where("kind", "=", ORDER_JOB)
    .orderBy("id")
    .execute();
}

/** The ids of a country's profiles as a list brings them, page by page. */
async function listed(country: string, field: string): Promise<number[]> {
  const ids: number[] = [];
  for (let offset = 0; ; offset += 500) {
    const { data } = await admin.post(`/1/api/container/${eventId}/thing/query`, {
      ...{ filter: [{ field: "country", op: "eq", value: country }], sort: [{ field, direction: "asc" }] },
      ...{ offset, limit: 500, columns: ["id"] },
    });
    ids.push(...data.rows.map(({ id }: { id: number }) => id));
    if (offset + 500 >= data.matched) return ids;
  }
}

/** The same as the table says it. */
async function inTable(country: string, field: string): Promise<number[]> {
  const key = field.endsWith("_at") ? field : `${field}_key`;
  const asked = sql<{ id: number }>`select id from event_data_thing
    where event_id = ${eventId} and country = ${country} order by ${sql.ref(key)}, id`;
  return (await asked.execute(write())).rows.map(({ id }) => id);
}

function many(count: number, word: string) {
  return Array.from({ length: count }, (_, at) =>
    someValues({
      ...{
        type_id: typeId,
        first_name: `${word} ${at % 7}`,
        name: `${word} ${at % 7} ${at}`,
        email: `${word}${at}@late.example`,
      },
      ...{ company_name: `Firm ${at % 11}`, country: at % 3 === 0 ? "IS" : "DE" },
    }),
  );
}

test("lists of a country hold profiles that still wait for its orders, at the right place", async (context) => {
  if (!onSqlite()) return context.skip();
  const before = await listed("DE", "name");
  await write()
    .transaction()
    .execute(async (db) => {
      const coming = new Coming(db as never, server.deps.database.dialect, eventId, 0, async () => {});
      await (await createMany(db as never, server.deps.database.dialect, eventId, many(600, "Aaron"), NOW, coming))
        .done;
    });

  expect(await lateOnes()).toBe(600);
  expect(await listed("DE", "name")).toHaveLength(before.length + 400);
  for (const field of SORTS)
    for (const country of ["DE", "IS"]) expect(await listed(country, field)).toEqual(await inTable(country, field));

  const job = await server.deps.jobs.enqueue(write(), {
    ...{ kind: ORDER_JOB, payload: null, appId: server.apps.northwind, eventId, userId: admin.userId, at: new Date() },
  });
  server.deps.jobs.announce();
  await admin.finished(job.id);

  expect(await lateOnes()).toBe(0);
  for (const field of SORTS)
    for (const country of ["DE", "IS"]) expect(await listed(country, field)).toEqual(await inTable(country, field));
});

test("an import of many leaves these orders to a job, one of few does not", async () => {
  const file = (count: number, word: string) =>
    [
      "Name,Email,Country",
      ...Array.from({ length: count }, (_, at) => `${word} ${at},${word}${at}@late.example,SE`),
    ].join("\n");
  const few = await admin.importFile(eventId, `kind=thing&format=csv&mode=apply&type=${typeId}`, file(40, "few"));
  expect(few.data.result).toMatchObject({ created: 40 });
  const known = (await orderJobs()).length;

  const all = await admin.importFile(eventId, `kind=thing&format=csv&mode=apply&type=${typeId}`, file(1200, "lots"));
  expect(all.data.result).toMatchObject({ created: 1200 });
  if (onSqlite()) {
    await expect.poll(async () => (await orderJobs()).slice(known)).toMatchObject([{ state: "done" }]);
    expect(await lateOnes()).toBe(0);
  } else expect(await orderJobs()).toEqual([]);
  for (const field of SORTS) expect(await listed("SE", field)).toEqual(await inTable("SE", field));
});

const another = (payload: unknown) =>
  // Nobody takes a job of a kind that no area knows.
  server.deps.jobs.enqueue(write(), {
    ...{ kind: "nobody.takes-it", payload, appId: server.apps.northwind },
    ...{ eventId, userId: admin.userId, at: new Date() },
  });

test.each([
  ["those that somebody has ordered go first: what is left is done by a job that follows them", { some: "order" }],
  ["those that only follow others do not hold it up", null],
])("of other jobs, %s", async (_, payload) => {
  if (!onSqlite()) return;
  const known = (await orderJobs()).length;
  await write().deleteFrom("core_job").where("kind", "=", "nobody.takes-it").execute();
  await sql`with recursive n (at) as (select 1 union all select at + 1 from n where at < 12000)
    insert into event_data_thing (event_id, type_id, status, created_at, updated_at, search, country, name, name_key, ordered)
    select ${eventId}, ${typeId}, 'active', ${NOW}, ${NOW}, '', 'NO', 'N', 'n', 0 from n`.execute(write());
  const draft = { payload: null, appId: server.apps.northwind, eventId, userId: admin.userId, at: new Date() };
  await another(payload);
  await server.deps.jobs.enqueue(write(), { ...draft, kind: ORDER_JOB });
  server.deps.jobs.announce();

  // How much a job does before it gives way depends on who waits for the database meanwhile.
  await expect.poll(lateOnes).toBe(0);
  await expect.poll(async () => (await orderJobs()).every(({ state }) => state === "done")).toBe(true);
  const ordered = (await orderJobs()).slice(known).map(({ result }) => JSON.parse(result ?? "null").ordered as number);
  if (payload === null) expect(ordered).toEqual([12_000]);
  else {
    expect(ordered.length).toBeGreaterThan(1);
    expect(ordered[0]).toBeLessThanOrEqual(10_000);
  }
  expect(ordered.reduce((sum, count) => sum + count, 0)).toBe(12_000);
});

test("a profile that waits is changed, moved and removed like any other", async (context) => {
  if (!onSqlite()) return context.skip();
  await sql`insert into event_data_thing (id, event_id, type_id, status, created_at, updated_at, search, country, name, name_key, ordered)
    values (9000101, ${eventId}, ${typeId}, 'active', ${NOW}, ${NOW}, '', 'FO', 'Late', 'late', 0)`.execute(write());
  expect(await listed("FO", "name")).toEqual([9000101]);
  await sql`update event_data_thing set country = 'GL' where id = 9000101`.execute(write());
  expect([await listed("FO", "name"), await listed("GL", "name")]).toEqual([[], [9000101]]);
  await sql`delete from event_data_thing where id = 9000101`.execute(write());
  expect(await listed("GL", "name")).toEqual([]);
});
