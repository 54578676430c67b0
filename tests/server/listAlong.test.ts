// Whichever way the rows of a page are found, they are the same rows.
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ListQuestion } from "#schemas/list.ts";
import { thingList } from "../../plugins/event-data/server/list.ts";
import { someValues } from "../../plugins/event-data/tests/factories.ts";
import { makeThings } from "../../plugins/event-data/tests/makeThings.ts";
import type { Db } from "../../server/kernel/context.ts";
import { planList } from "../../server/kernel/list.ts";
import { among } from "../../server/kernel/listAmong.ts";
import { countBeside } from "../../server/kernel/listCount.ts";
import { pageRows } from "../../server/kernel/listPage.ts";
import { app, type TestApp } from "../support/app.ts";

let server: TestApp;
beforeAll(async () => {
  server = await app({ areaDemo: true });
});
afterAll(() => server.close());

const SLICE = { offset: 0, limit: 20 };
const QUESTIONS: ListQuestion[] = [
  { search: "mar" },
  { search: "a" },
  { search: "an son", sort: [{ field: "created_at", direction: "desc" }] },
  { filter: [{ field: "created_at", op: "gt", value: "2020-01-01" }] },
  { filter: [{ field: "last_name", op: "startsWith", value: "m" }], sort: [{ field: "email", direction: "desc" }] },
  {
    filter: [
      { field: "company_name", op: "gte", value: "m" },
      { field: "status", op: "eq", value: "active" },
    ],
  },
  { search: "mar", filter: [{ field: "email", op: "contains", value: "example" }] },
  { filter: [{ field: "name", op: "contains", value: "mar" }], sort: [{ field: "created_at", direction: "asc" }] },
];
const isUnknown = ({ filter = [] }: ListQuestion) => filter.some(({ op }) => op === "contains");

test.each(QUESTIONS)("the few, along the order, and as the database likes: %j", async (question) => {
  const { read, dialect } = server.deps.database;
  const db = read as unknown as Db;
  const list = await thingList(db, dialect, server.bigEventId, {}, server.deps.offered, []);
  const plan = planList(list, dialect, question);
  const slice = { offset: 3, limit: 20 };
  const ids = async (way: typeof plan) => (await pageRows(db, way, slice)).page.map(({ id }) => id);

  const few = await among(db, plan);
  const along = await among(db, plan, Number.MAX_SAFE_INTEGER);

  const expected = await ids(plan);
  expect(expected.length).toBeGreaterThan(0);
  expect(await ids(few)).toEqual(expected);
  expect(await ids(along)).toEqual(expected);
  if (dialect.kind === "sqlite") {
    expect(few.source).not.toBe(plan.source);
    expect(along.along).toBeDefined();
  } else expect(along.along !== undefined).toBe(Boolean(question.search && !question.sort) || isUnknown(question));
});

test("PostgreSQL, whose guess of what a text contains is another after each sweep, is told nothing of it along an order", async () => {
  const { read, dialect } = server.deps.database;
  const { expected, unguessed } = dialect;
  if (!expected) return;
  const rows = (where: RawBuilder<boolean>) => expected(read as never, "event_data_thing", where);
  const all = await rows(sql`1 = 1`);

  expect(await rows(unguessed(sql`email_key like '%nobody-has-this%'`))).toBeCloseTo(all / 2, -1);
});

test("of counts for which nobody waits PostgreSQL makes one at a time, of what was asked last first", async () => {
  const { read, dialect } = server.deps.database;
  if (!dialect.expected) return;
  const list = await thingList(read as never, dialect, server.bigEventId, {}, server.deps.offered, []);
  const begun: string[] = [];
  const ended: string[] = [];
  const words = ["anna", "elif", "jon", "kim", "maria", "noah", "olga"];
  const counted = words.map((search) => {
    const plan = planList(list, dialect, { search });
    const version = sql<number>`(select ${list.version} where ${sql.lit(search)} <> '')`;
    return countBeside(read as never, { ...plan, version: asked(version, search) });
  });
  function asked(version: RawBuilder<number>, word: string): RawBuilder<number> {
    const toOperationNode = () => {
      begun.push(word);
      return version.toOperationNode();
    };
    return new Proxy(version, { get: (of, key) => (key === "toOperationNode" ? toOperationNode : of[key as never]) });
  }

  const all = counted.map((count, at) => count().then(() => ended.push(words[at] as string)));

  await expect.poll(() => ended.length).toBe(5);
  expect([...new Set(begun)]).toEqual(["anna", "olga", "noah", "maria", "kim"]);
  expect(ended).toEqual(["anna", "olga", "noah", "maria", "kim"]);
  expect(all).toHaveLength(7);
});

test("a text that is too long for an entry of the index is found along the order too, beside those that are not", async () => {
  const { read, dialect } = server.deps.database;
  const db = read as unknown as Db;
  const types: { id: number }[] = (await (await server.as("owner")).get("/1/api/type")).data;
  const values = ["漢", "字", "名"].map((sign, at) =>
    someValues({
      type_id: types[0]?.id as number,
      name: `${sign.repeat(at === 1 ? 3 : 230)} Overlong`,
      first_name: sign.repeat(90),
      last_name: "Overlong",
      company_name: `${["甲", "乙", "丙"][at]}`.repeat(at === 1 ? 3 : 199),
      email: `${"é".repeat(100)}.${at}.${"ü".repeat(100)}@long.example`,
    }),
  );
  await makeThings(server, values);
  const list = await thingList(db, dialect, server.bigEventId, {}, server.deps.offered, []);
  const found = async (search: string, way?: number) => {
    const { page } = await pageRows(db, await among(db, planList(list, dialect, { search }), way), SLICE);
    return page.map(({ name }) => `${name}`.slice(0, 1));
  };

  expect(await found("overlong")).toEqual(["名", "字", "漢"]);
  expect(await found("overlong", Number.MAX_SAFE_INTEGER)).toEqual(["名", "字", "漢"]);
  expect(await found("overlo 名名", Number.MAX_SAFE_INTEGER)).toEqual(["名"]);
  expect(await found("overlo 字字", Number.MAX_SAFE_INTEGER)).toEqual(["字"]);
  if (dialect.kind === "postgres") {
    const outside = await sql`select id from event_data_thing where found is null`.execute(read);
    expect(outside.rows).toHaveLength(2);
    expect(await dialect.expected?.(read as never, "event_data_thing", sql`id > 0`)).toBeGreaterThan(0);
  }
});
