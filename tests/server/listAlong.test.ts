// Whichever way the rows of a page are found, they are the same rows.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ListQuestion } from "#schemas/list.ts";
import { thingList } from "../../plugins/event-data/server/list.ts";
import type { Db } from "../../server/kernel/context.ts";
import { planList } from "../../server/kernel/list.ts";
import { among } from "../../server/kernel/listAmong.ts";
import { pageRows } from "../../server/kernel/listPage.ts";
import { app, type TestApp } from "../support/app.ts";

let server: TestApp;
beforeAll(async () => {
  server = await app({ areaDemo: true });
});
afterAll(() => server.close());

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
];

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
  }
});
