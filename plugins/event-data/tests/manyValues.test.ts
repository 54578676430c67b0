// A filter of all values that a field may have: it is answered, is kept in a view, and stands in an address that can be read again.
import { afterAll, beforeAll, expect, test } from "vitest";
import { MOST_OPTIONS } from "#schemas/fields.ts";
import type { ListFilter } from "#schemas/list.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";

let server: TestApp;
let editor: Asker;
let base: string;
let id: number;
const keys = Array.from({ length: MOST_OPTIONS }, (_, at) => `an-option-whose-key-is-quite-long-${at}`);
const chosen: ListFilter = { field: "fields.many", op: "in", value: ["", ...keys.slice(1)] };
const query = new URLSearchParams({ filter: JSON.stringify([[chosen.field, chosen.op, chosen.value]]) }).toString();

beforeAll(async () => {
  server = await app();
  editor = await server.as("super");
  const container = `/1/api/container/${server.bigEventId}`;
  base = `${container}/thing`;
  const types: { id: number; type_category_id: number }[] = (await editor.get("/1/api/type")).data;
  const type_id = types.find((type) => type.type_category_id === 1)?.id;
  const options = keys.map((key) => ({ key, labels: { "en-gb": key } }));
  await editor.post(`${container}/field`, { key: "many", kind: "choice", labels: { "en-gb": "Many" }, options });
  const person = { type_id, first_name: "Many", last_name: "Values", fields: { many: keys.at(-1) } };
  id = (await editor.post(base, person)).data.id;
});
afterAll(() => server.close());

const found = async (filter: ListFilter[]) => {
  const asked = { filter: [...filter, { field: "id", op: "eq", value: id }] };
  const { data, error } = await editor.post(`${base}/query`, asked);
  return error ?? data.rows.map((row: { id: number }) => row.id);
};

test("every value but one is a filter like any other, several times over and of columns too", async () => {
  expect(await found([chosen])).toEqual([id]);
  expect(await found([{ ...chosen, value: keys.slice(0, -1) }])).toEqual([]);
  const names = ["Many Values", ...keys.slice(1)];
  expect(await found([chosen, chosen, chosen, { field: "name", op: "in", value: names }])).toEqual([id]);
});

test("more values than databases take together are refused in words", async () => {
  const { status, error } = await editor.post(`${base}/query`, {
    filter: Array(40).fill({ ...chosen, value: keys.map(() => "a") }),
  });

  expect([status, error.code]).toEqual([400, "invalid"]);
  expect(error.message).toContain("values");
});

test("a view keeps it", async () => {
  const view = { list: "all", name: "Many", shared: false, query };

  expect(await editor.post(`/1/api/container/${server.bigEventId}/thing-view`, view)).toMatchObject({
    status: 201,
    data: { query },
  });
});

test("an address that names them all is heard", async () => {
  const url = await server.server.listen({ port: 0, host: "127.0.0.1" });
  expect(query.length).toBeGreaterThan(40_000);

  expect((await fetch(`${url}/health?${query}`)).status).not.toBe(431);
});
