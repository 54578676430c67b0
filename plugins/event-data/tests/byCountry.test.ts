// A page within a country passes over no, or few, profiles of others: PostgreSQL goes along an order of that country, SQLite
// puts few profiles in order out of one index, and looks for many along an order of all.
import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ListFilter, ListQuestion } from "#schemas/list.ts";
import type { Db } from "../../../server/kernel/context.ts";
import { type Plan, planList } from "../../../server/kernel/list.ts";
import { among } from "../../../server/kernel/listAmong.ts";
import { shorterWay } from "../../../server/kernel/listGathered.ts";
import { pageRows } from "../../../server/kernel/listPage.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import { thingList } from "../server/list.ts";

let server: TestApp;
let asker: Asker;
beforeAll(async () => {
  server = await app({ areaDemo: true });
  asker = await server.as("matchmaker");
});
afterAll(() => server.close());

const SORTS = ["first_name", "last_name", "name", "email", "company_name", "job_title", "created_at", "updated_at"];
const DIRECTIONS = ["asc", "desc"] as const;

interface Row extends Record<string, string | number> {
  id: number;
}

async function allRows(): Promise<Row[]> {
  const asked = { limit: 1000, sort: [{ field: "id", direction: "asc" }] };
  const first = await asker.post(`/1/api/container/${server.bigEventId}/thing/query`, asked);
  const rows = [...first.data.rows];
  for (let offset = 1000; offset < first.data.matched; offset += 1000) {
    rows.push(
      ...(await asker.post(`/1/api/container/${server.bigEventId}/thing/query`, { ...asked, offset })).data.rows,
    );
  }
  return rows;
}

test("every order within a country and a state has the rows, the order and the count of a plain look through all", async () => {
  const all = await allRows();
  const country = all.find((row) => row["country"] !== "" && row["status"] === "active")?.["country"];
  const those = all.filter((row) => row["country"] === country && row["status"] === "active");

  for (const field of ["created_at", "updated_at", "country", "status", "type_id", "id"]) {
    for (const direction of DIRECTIONS) {
      const filter = [
        { field: "country", op: "eq", value: country },
        { field: "status", op: "eq", value: "active" },
      ];
      const { data } = await asker.post(`/1/api/container/${server.bigEventId}/thing/query`, {
        ...{ filter, sort: [{ field, direction }], offset: 2, limit: 50 },
      });

      const turn = direction === "asc" ? 1 : -1;
      const key = (row: Row) => row[field] as number;
      const expected = those.sort((a, b) => turn * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.id - b.id));
      expect(data.matched).toBe(those.length);
      expect(data.rows.map((row: { id: number }) => row.id)).toEqual(expected.slice(2, 52).map(({ id }) => id));
    }
  }
});

test("each order that the list offers is kept within countries: by PostgreSQL one by one, by SQLite all in one index", async () => {
  const { read, dialect } = server.deps.database;
  const indexes =
    dialect.kind === "sqlite"
      ? sql<{ name: string }>`select name from sqlite_master where type = 'index'`
      : sql<{ name: string }>`select indexname as name from pg_indexes`;
  const names = (await indexes.execute(read)).rows.map(({ name }) => name);
  const kept = names.filter((name) => name.startsWith("event_data_thing_of_country")).sort();

  const orders = SORTS.map(
    (field) => `event_data_thing_of_country_by_${field.endsWith("_at") ? field : `${field}_key`}`,
  );
  expect(kept).toEqual(dialect.kind === "sqlite" ? ["event_data_thing_of_country"] : orders.sort());
});

const OF_COUNTRY: ListFilter = { field: "country", op: "eq", value: "DE" };
const BESIDE: ListFilter[][] = [
  [],
  [{ field: "status", op: "in", value: ["active", "invited"] }],
  [{ field: "email", op: "contains", value: "an" }],
  [{ field: "fields.diet", op: "eq", value: "vegan" }],
];

test.each(BESIDE)(
  "put in order or along the order, the rows of a country are the same beside %j",
  async (...beside) => {
    const { read, dialect } = server.deps.database;
    const db = read as unknown as Db;
    const list = await thingList(db, dialect, server.bigEventId, {}, server.deps.offered, []);
    for (const field of SORTS) {
      for (const direction of DIRECTIONS) {
        const question = { filter: [OF_COUNTRY, ...beside], sort: [{ field, direction }] };
        const plan = planList(list, dialect, question);
        const slice = { offset: 3, limit: 20 };
        const ids = async (way: typeof plan) => (await pageRows(db, way, slice)).page.map(({ id }) => id);

        const expected = await ids({ ...plan, along: plan.ofRow });
        const few = await among(db, plan);

        expect(expected.length).toBeGreaterThan(0);
        expect(await ids(few)).toEqual(expected);
        expect(await ids(shorterWay(plan, slice, { total: 1_000_000, matched: 10 }))).toEqual(expected);
        expect(await ids(shorterWay(plan, slice, { total: 1_000_000, matched: 900_000 }))).toEqual(expected);
        if (dialect.kind === "sqlite") expect(few.source).toBe(plan.gathering?.source);
      }
    }
  },
);

test("of few a page is put in order, of many it goes along the order, and deep ones by what is nearer", async () => {
  const { read, dialect } = server.deps.database;
  if (dialect.kind !== "sqlite") return;
  const list = await thingList(read as unknown as Db, dialect, server.bigEventId, {}, server.deps.offered, []);
  const plan = planList(list, dialect, { filter: [OF_COUNTRY] });
  const isGathered = (matched: number, offset = 0) =>
    shorterWay(plan, { offset, limit: 100 }, { total: 1_000_000, matched }).source === plan.gathering?.source;

  expect(isGathered(0)).toBe(true);
  expect(isGathered(800)).toBe(true);
  expect(isGathered(50_000)).toBe(false);
  expect(isGathered(25_000, 12_000)).toBe(true);
  expect(isGathered(25_000, 24_900)).toBe(false);
  expect(isGathered(50_000, 25_000)).toBe(false);
  expect(isGathered(900_000, 450_000)).toBe(false);
  const refused = planList(list, dialect, { filter: [OF_COUNTRY], sort: [{ field: "fields.diet", direction: "asc" }] });
  expect(refused.gathering).toBeUndefined();
});

test("SQLite, which keeps no statistics, takes them, and the index of countries where that is the order", async () => {
  const { read, dialect } = server.deps.database;
  if (dialect.kind !== "sqlite") return;
  const list = await thingList(read as never, dialect, server.bigEventId, {}, server.deps.offered, []);
  let way = "";
  const connection = {
    executeQuery: async ({ sql: text, parameters }: CompiledQuery) => {
      const asked = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
      const { rows } = await read.executeQuery<{ detail: string }>(asked);
      way = rows.map(({ detail }) => detail).join("; ");
      return { rows: [] };
    },
  };
  const explaining = new Kysely<object>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => Object.assign(new DummyDriver(), { acquireConnection: async () => connection as never }),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  const wayOf = async (plan: Plan) => {
    await pageRows(explaining as never, plan, { offset: 0, limit: 100 });
    return way;
  };

  const gathered = (question: ListQuestion) => {
    const plan = planList(list, dialect, question);
    return { few: { ...plan, source: plan.gathering?.source ?? plan.source }, along: { ...plan, along: plan.ofRow } };
  };
  for (const field of SORTS) {
    const question: ListQuestion = { filter: [OF_COUNTRY], sort: [{ field, direction: "desc" }] };
    const { few, along } = gathered(question);
    expect(await wayOf(few)).toContain(
      "COVERING INDEX event_data_thing_of_country (event_id=? AND country=?); USE TEMP B-TREE",
    );
    const order = `COVERING INDEX event_data_thing_by_${field.endsWith("_at") ? field : `${field}_key`} (event_id=?)`;
    expect(await wayOf(along)).toContain(order);
    const several: ListQuestion = { ...question, filter: [{ field: "country", op: "in", value: ["DE", "GB"] }] };
    expect(await wayOf(planList(list, dialect, several))).toContain(order);
  }
  const active: ListFilter = { field: "status", op: "eq", value: "active" };
  expect(await wayOf(gathered({ filter: [active, OF_COUNTRY] }).few)).toContain(
    "COVERING INDEX event_data_thing_of_country (event_id=? AND country=? AND status=?)",
  );
  const plan = planList(list, dialect, { search: "soren" });
  expect(await wayOf({ ...plan, along: plan.ofRow })).toContain("COVERING INDEX event_data_thing_by_name_key");
  const byCountry = planList(list, dialect, { filter: [OF_COUNTRY], sort: [{ field: "country", direction: "asc" }] });
  expect(await wayOf(byCountry)).toContain(
    "COVERING INDEX event_data_thing_by_country_key (event_id=? AND country_key=?)",
  );
});
