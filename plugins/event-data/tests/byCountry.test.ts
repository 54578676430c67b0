// A page within a country goes along an order of that country: no profile of another one is passed over.
import { CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ListQuestion } from "#schemas/list.ts";
import { planList } from "../../../server/kernel/list.ts";
import { pageText } from "../../../server/kernel/listPage.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import { heard } from "../../../tests/support/heard.ts";
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
  const types: { id: number; type: string }[] = (await asker.get("/1/api/type")).data;
  const nameOf = (row: Row) => types.find(({ id }) => id === row["type_id"])?.type.toLowerCase() ?? "";

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
      // Types stand in the order of their names.
      const key = (row: Row) => (field === "type_id" ? nameOf(row) : (row[field] as number));
      const expected = those.sort((a, b) => turn * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.id - b.id));
      expect(data.matched).toBe(those.length);
      expect(data.rows.map((row: { id: number }) => row.id)).toEqual(expected.slice(2, 52).map(({ id }) => id));
    }
  }
});

test("each order that the list offers is kept within countries, on both databases", async () => {
  const { read, dialect } = server.deps.database;
  const indexes =
    dialect.kind === "sqlite"
      ? sql<{ name: string }>`select name from sqlite_master where type = 'index'`
      : sql<{ name: string }>`select indexname as name from pg_indexes`;
  const names = new Set((await indexes.execute(read)).rows.map(({ name }) => name));

  const wanted = SORTS.map(
    (field) => `event_data_thing_of_country_by_${field.endsWith("_at") ? field : `${field}_key`}`,
  );
  expect(wanted.filter((name) => !names.has(name))).toEqual([]);
});

test("SQLite, which keeps no statistics, takes them, and the index of countries where that is the order", async () => {
  const { read, dialect } = server.deps.database;
  if (dialect.kind !== "sqlite") return;
  const list = await thingList(read as never, dialect, server.bigEventId, {}, server.deps.offered, []);
  let way = "";
  const explaining = heard(server, async ({ sql: text, parameters }) => {
    const asked = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
    const { rows } = await read.executeQuery<{ detail: string }>(asked);
    way = rows.map(({ detail }) => detail).join("; ");
  });
  const wayOf = async (question: ListQuestion) => {
    await pageText(explaining, planList(list, dialect, question), { offset: 0, limit: 100 });
    return way;
  };

  for (const field of SORTS) {
    const index = `event_data_thing_of_country_by_${field.endsWith("_at") ? field : `${field}_key`}`;
    const filter = [{ field: "country", op: "eq" as const, value: "DE" }];
    expect(await wayOf({ filter, sort: [{ field, direction: "desc" }] })).toContain(
      `COVERING INDEX ${index} (event_id=? AND country=?)`,
    );
  }
  const plan = planList(list, dialect, { search: "soren" });
  await pageText(explaining, { ...plan, along: plan.ofRow }, { offset: 0, limit: 100 });
  expect(way).toContain("COVERING INDEX event_data_thing_by_name_key");
  const filter = [{ field: "country", op: "eq" as const, value: "DE" }];
  expect(await wayOf({ filter, sort: [{ field: "country", direction: "asc" }] })).toContain(
    "COVERING INDEX event_data_thing_by_country_key (event_id=? AND country_key=?)",
  );
});
