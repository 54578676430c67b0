// Lists by two orders that are kept apart, each of which finds many: where few rows are in both, these are looked up and put in
// order, rather than looked for row after row.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { ListFilter, ListQuestion } from "#schemas/list.ts";
import { thingList } from "../../plugins/event-data/server/list.ts";
import { noteChange } from "../../plugins/event-data/server/repository.ts";
import { someValues } from "../../plugins/event-data/tests/factories.ts";
import { makeThings } from "../../plugins/event-data/tests/makeThings.ts";
import type { Db } from "../../server/kernel/context.ts";
import { type ListSpec, type Plan, planList } from "../../server/kernel/list.ts";
import { among, FEW } from "../../server/kernel/listAmong.ts";
import { listRows } from "../../server/kernel/listAnswer.ts";
import { countNow } from "../../server/kernel/listCount.ts";
import { readDeep } from "../../server/kernel/listMarks.ts";
import { pageRows } from "../../server/kernel/listPage.ts";
import { app, type TestApp } from "../support/app.ts";
import { heard } from "../support/heard.ts";

const BOTH = 30;
const EACH = FEW + 200;

let server: TestApp;
let db: Db;
let list: ListSpec;
beforeAll(async () => {
  server = await app({ areaDemo: true });
  const { read, dialect } = server.deps.database;
  db = read as unknown as Db;
  const types: { id: number }[] = (await (await server.as("owner")).get("/1/api/type")).data;
  const answers = (at: number) => ({
    ...(at < EACH && { badge: 5_000_000 + at }),
    ...(at >= EACH - BOTH && { diet: "halal" }),
  });
  const many = Array.from({ length: 2 * EACH - BOTH }, (_, at) =>
    someValues({
      type_id: types[0]?.id as number,
      name: `Shared ${(at * 7919) % 9973}`,
      last_name: "Shared",
      status: at % 2 ? "active" : "invited",
      fields: answers(at),
    }),
  );
  await makeThings(server, many);
  list = await thingList(db, dialect, server.bigEventId, {}, server.deps.offered, []);
});
afterAll(() => server.close());

const WITH_BADGE: ListFilter = { field: "fields.badge", op: "gte", value: 5_000_000 };
const HALAL: ListFilter = { field: "fields.diet", op: "in", value: ["halal"] };
const ACTIVE: ListFilter = { field: "status", op: "eq", value: "active" };
const QUESTIONS: [number, ListQuestion][] = [
  [BOTH, { filter: [WITH_BADGE, HALAL], sort: [{ field: "name", direction: "asc" }] }],
  [BOTH, { filter: [HALAL, WITH_BADGE], sort: [{ field: "fields.badge", direction: "desc" }] }],
  [BOTH / 2, { filter: [HALAL, ACTIVE, WITH_BADGE], sort: [{ field: "updated_at", direction: "desc" }] }],
  [0, { filter: [HALAL, WITH_BADGE, { field: "fields.badge", op: "lt", value: 5_000_000 + EACH - BOTH }] }],
];

test.each(QUESTIONS)("%i rows that both find: %j", async (count, question) => {
  const plan = planList(list, server.deps.database.dialect, question);
  const ids = async (way: typeof plan) => (await pageRows(db, way, { offset: 0, limit: 100 })).page.map(({ id }) => id);
  const expected = await ids(await among(db, plan, Number.MAX_SAFE_INTEGER));

  const found = await among(db, plan);

  expect(expected).toHaveLength(count);
  expect(await ids(found)).toEqual(expected);
  expect((await countNow(db, found)).matched).toBe(count);
  if (server.deps.database.dialect.kind === "sqlite") expect(found.few).toBe(true);
});

test("few that were found before anybody knew that they are few are not looked for again", async () => {
  if (server.deps.database.dialect.kind !== "sqlite") return;
  const question = { filter: [WITH_BADGE, HALAL, { field: "last_name", op: "ne" as const, value: randomUUID() }] };
  const looked: string[] = [];
  const hearing = heard(server, ({ sql: text }) => void looked.push(text));
  const found = await among(hearing, planList(list, server.deps.database.dialect, question));
  expect(found.few).toBe(true);
  looked.length = 0;

  expect((await among(hearing, planList(list, server.deps.database.dialect, question), BOTH)).few).toBe(true);
  // One asks for the version of the list; the other, which nobody waits for, tests the rows for those who ask next.
  await expect.poll(() => looked.length).toBe(2);
  expect(looked.filter((text) => text.includes("as found limit"))).toEqual([]);
});

test("who asks again is given the rows untested, and tested once the list is another", async () => {
  const { dialect } = server.deps.database;
  const rename = (id: unknown, name: string) =>
    server.deps.database.write.transaction().execute(async (write) => {
      await sql`update event_data_thing set last_name = ${name} where id = ${id}`.execute(write);
      await noteChange(write as never, server.bigEventId);
    });
  const question: ListQuestion = {
    // Nobody has asked this before, whichever attempt it is.
    filter: [WITH_BADGE, HALAL, { field: "last_name", op: "in", value: ["Shared", randomUUID()] }],
    sort: [{ field: "email", direction: "asc" }],
    limit: 100,
  };
  const plan = planList(list, dialect, question);
  const first = await among(db, plan, BOTH);
  expect(first.exact).toBeUndefined();
  const exact = async () => (await among(db, plan, BOTH)).exact?.version;
  await expect.poll(exact).toEqual(expect.anything());
  const again = await among(db, plan, BOTH);
  const ids = async () => (await listRows(db, dialect, list, question)).rows.map(({ id }) => id);
  const expected = (await pageRows(db, plan, { offset: 0, limit: 100 })).page.map(({ id }) => id);
  expect(expected).toHaveLength(BOTH);
  expect(await ids()).toEqual(expected);
  // Their order is kept meanwhile: whoever asks then is given rows that are looked up by their ids alone.
  let last: Plan | undefined;
  const read: typeof pageRows = (of, way, ...more) => {
    last = way;
    return pageRows(of, way, ...more);
  };
  const looked = async () => {
    const { page } = await readDeep(db, again, { offset: 0, limit: 100 }, read);
    expect(page.map(({ id }) => id)).toEqual(expected);
    return last?.tally;
  };
  await expect.poll(looked).toEqual({});

  await rename(expected[0], "Another");
  onTestFinished(() => rename(expected[0], "Shared"));
  const stale = await readDeep(db, again, { offset: 0, limit: 100 }, pageRows);
  expect(stale.page.map(({ id }) => id)).toEqual(expected.slice(1));
});

test("rows that most are in both are come upon along the order", async () => {
  if (server.deps.database.dialect.kind !== "sqlite") return;
  const filter: ListFilter[] = [WITH_BADGE, { field: "fields.diet", op: "empty" }];
  const found = await among(db, planList(list, server.deps.database.dialect, { filter }));

  expect(found.along).toBeDefined();
});
