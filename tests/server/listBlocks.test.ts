// A list that is taken out in blocks is the one that its pages show, and no block looks for all matches again.
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ListQuestion } from "#schemas/list.ts";
import { thingList } from "../../plugins/event-data/server/list.ts";
import { someValues } from "../../plugins/event-data/tests/factories.ts";
import { makeThings } from "../../plugins/event-data/tests/makeThings.ts";
import type { Db } from "../../server/kernel/context.ts";
import { type ListSpec, planList } from "../../server/kernel/list.ts";
import { eachBlock } from "../../server/kernel/listBlocks.ts";
import { countNow } from "../../server/kernel/listCount.ts";
import { pageRows } from "../../server/kernel/listPage.ts";
import { app, type TestApp } from "../support/app.ts";
import { heard } from "../support/heard.ts";

let server: TestApp;
let db: Db;
let list: ListSpec;
beforeAll(async () => {
  server = await app({ areaDemo: true });
  const { read, dialect } = server.deps.database;
  db = read as unknown as Db;
  const types: { id: number }[] = (await (await server.as("owner")).get("/1/api/type")).data;
  // More than are put in order one by one.
  const many = Array.from({ length: 8200 }, (_, at) =>
    someValues({
      type_id: types[0]?.id as number,
      name: `Tamsin ${at % 90}`,
      last_name: `Tamsin ${at % 90}`,
      fields: { badge: at % 700, ...(at % 3 && { diet: at % 2 ? "vegan" : "halal" }) },
    }),
  );
  await makeThings(server, many);
  list = await thingList(db, dialect, server.bigEventId, {}, server.deps.offered, []);
});
afterAll(() => server.close());

const desc = (field: string) => [{ field, direction: "desc" as const }];
const asc = (field: string) => [{ field, direction: "asc" as const }];
const FEW: ListQuestion[] = [
  { search: "mar" },
  { search: "an son", sort: desc("created_at") },
  { search: "mar", sort: asc("fields.badge") },
  { filter: [{ field: "last_name", op: "startsWith", value: "m" }], sort: desc("email") },
  { filter: [{ field: "name", op: "contains", value: "mari" }] },
  {
    filter: [
      { field: "last_name", op: "gte", value: "m" },
      { field: "last_name", op: "lt", value: "n" },
    ],
  },
  { filter: [{ field: "fields.badge", op: "lt", value: 9 }], sort: asc("fields.badge") },
];
const MANY: ListQuestion[] = [
  { search: "tamsin" },
  { search: "tamsin", sort: asc("id") },
  { filter: [{ field: "last_name", op: "gte", value: "b" }], sort: desc("created_at") },
  { sort: desc("fields.badge") },
  { filter: [{ field: "fields.badge", op: "gte", value: 4 }], sort: asc("fields.diet") },
  { filter: [{ field: "fields.badge", op: "gte", value: 4 }], search: "tamsin", sort: asc("fields.badge") },
];

/** Ids as they come, and how SQLite goes about each statement. */
async function taken(question: ListQuestion, size: number) {
  const ways: string[] = [];
  const { read, dialect } = server.deps.database;
  const watched = heard(server, async (query) => {
    const asked = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]);
    ways.push((await read.executeQuery<{ detail: string }>(asked)).rows.map(({ detail }) => detail).join("; "));
  });
  const ids: unknown[] = [];
  const through = dialect.kind === "sqlite" ? watched : db;
  for await (const block of eachBlock(through, dialect, list, question, size)) {
    expect(block.length).toBeLessThanOrEqual(size);
    expect(Object.keys(block[0] ?? {}).filter((key) => key.startsWith("__"))).toEqual([]);
    ids.push(...block.map(({ id }) => id));
  }
  return { ids, ways };
}

const MIXED: ListQuestion = { sort: [...asc("fields.diet"), ...desc("name")] };

test.each([...FEW, ...MANY, MIXED])("blocks bring what the pages show, in their order: %j", async (question) => {
  const plan = planList(list, server.deps.database.dialect, question);
  const { page } = await pageRows(db, plan, { offset: 0, limit: 100_000 });
  const expected = page.map(({ id }) => id);

  expect(expected.length).toBeGreaterThan(10);
  expect((await taken(question, Math.ceil(expected.length / 5))).ids).toEqual(expected);
  await countNow(db, plan);
  expect((await taken(question, Math.ceil(expected.length / 5))).ids).toEqual(expected);
});

const ROWS = /^SCAN json_each VIRTUAL TABLE INDEX 1:; SEARCH event_data_thing USING INTEGER PRIMARY KEY/;

test("few are found and put in order once; after that each block reads its rows alone", async () => {
  if (server.deps.database.dialect.kind !== "sqlite") return;
  for (const question of FEW) {
    const { ids, ways } = await taken(question, 3);

    const others = ways.filter((way) => !ROWS.test(way));
    expect(others.length, others.join("\n")).toBeLessThanOrEqual(2);
    expect(ways.length - others.length).toBe(Math.ceil(ids.length / 3) + 1);
  }
});

test("each block of many begins behind the one before, along an order that the database keeps", async () => {
  if (server.deps.database.dialect.kind !== "sqlite") return;
  for (const question of MANY) {
    const { ways } = await taken(question, 3000);

    const found = (ways.at(-1) ?? "").replace(/^CO-ROUTINE block; (.*); SCAN block; .*/, "$1");
    expect(found).toMatch(/^SEARCH event_data_(thing|answer) USING .*[a-z)][<>](\?|\(\?,\?,\?\))/);
    expect(found).not.toContain("TEMP B-TREE");
  }
});
