import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListQuestion } from "#schemas/list.ts";
import { planList } from "../../../server/kernel/list.ts";
import { countNow } from "../../../server/kernel/listCount.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import { thingList } from "../server/list.ts";

let server: TestApp;
let reader: Asker;
let base: string;
let ids: number[];

const PEOPLE = [
  {
    first_name: "Jürgen",
    last_name: "Müller",
    email: "jm@oak.example",
    company_name: "Oak & Ash",
    country: "DE",
    status: "active",
    fields: { n: 3, diet: "vegan", vip: true },
  },
  {
    first_name: "Ann",
    last_name: "O’Brien",
    email: "ann@ibis.example",
    company_name: "100% Ibis_",
    country: "IE",
    status: "active",
    fields: { n: 20 },
  },
  {
    first_name: "Łukasz",
    last_name: "Ångström",
    email: "la@oak.example",
    company_name: "Oak & Ash",
    country: "PL",
    status: "blocked",
    fields: { diet: "halal", vip: false },
  },
  {
    first_name: "Bob",
    last_name: "muller",
    email: "bob@ibis.example",
    company_name: "",
    country: "",
    status: "invited",
    fields: { n: 3.5 },
  },
];

beforeAll(async () => {
  server = await app();
  const editor = await server.as("matchmaker");
  reader = await server.as("owner");
  base = `/1/api/container/${server.bigEventId}/thing`;
  const types: { id: number; type_category_id: number }[] = (await editor.get("/1/api/type")).data;
  const type_id = types.find((type) => type.type_category_id === 1)?.id;
  ids = [];
  for (const person of PEOPLE) ids.push((await editor.post(base, { ...person, type_id })).data.id);
  const company = types.find((type) => type.type_category_id === 2)?.id;
  await editor.post(base, { type_id: company, name: "Oak & Ash", email: "hello@oak.example" });
});
afterAll(() => server.close());

const query = (question: object, of = "?category=1") => reader.post(`${base}/query${of}`, question);
/** Which of the people were found, by their place above. */
async function found(question: object): Promise<number[]> {
  const { data, error } = await query({ sort: [{ field: "id", direction: "asc" }], ...question });
  if (error) throw new Error(error.message);
  return data.rows.map((row: { id: number }) => ids.indexOf(row.id));
}

describe("every operator", () => {
  test.each([
    ["last_name", "eq", "Müller", [0]],
    ["last_name", "ne", "Müller", [1, 2, 3]],
    ["last_name", "contains", "ULL", [0, 3]],
    ["name", "contains", "lermul", []],
    ["last_name", "startsWith", "an", [2]],
    ["last_name", "gt", "muller", [1]],
    ["last_name", "gte", "Müller", [0, 1, 3]],
    ["last_name", "lt", "b", [2]],
    ["last_name", "lte", "angstrom", [2]],
    ["country", "in", ["DE", "PL"], [0, 2]],
    ["country", "in", [], []],
    ["country", "empty", true, [3]],
    ["company_name", "empty", false, [0, 1, 2]],
    ["company_name", "contains", "100% ibis_", [1]],
    ["company_name", "contains", "0%_i", []],
    ["company_name", "contains", "k_&", []],
    ["rev", "eq", 1, [0, 1, 2, 3]],
    ["rev", "gt", 1, []],
    ["created_at", "gte", "2020-01-01", [0, 1, 2, 3]],
    ["created_at", "lt", "2020-01-01T00:00:00Z", []],
    ["fields.n", "gte", 3.5, [1, 3]],
    ["fields.n", "ne", 3, [1, 2, 3]],
    ["fields.n", "empty", true, [2]],
    ["fields.diet", "eq", "vegan", [0]],
    ["fields.diet", "contains", "AL", [2]],
    ["fields.diet", "startsWith", "ve", [0]],
    ["fields.diet", "in", ["vegan", "halal"], [0, 2]],
    ["fields.vip", "eq", true, [0]],
    ["fields.vip", "ne", true, [1, 2, 3]],
  ] as const)("%s %s %j", async (field, op, value, expected) => {
    expect(await found({ filter: [{ field, op, value }] })).toEqual(expected);
  });

  test("a calendar day stands for all of its instants", async () => {
    const today = (await query({ limit: 1 })).data.rows[0].created_at.slice(0, 10);

    expect(await found({ filter: [{ field: "created_at", op: "eq", value: today }] })).toEqual([0, 1, 2, 3]);
    expect(await found({ filter: [{ field: "created_at", op: "gt", value: today }] })).toEqual([]);
    expect(await found({ filter: [{ field: "created_at", op: "lte", value: today }] })).toEqual([0, 1, 2, 3]);
  });

  test("all filters must hold", async () => {
    const filter = [
      { field: "status", op: "eq", value: "active" },
      { field: "country", op: "ne", value: "DE" },
    ];
    expect(await found({ filter })).toEqual([1]);
  });
});

describe("search", () => {
  test.each([
    ["muller", [0, 3]],
    ["MÜL jur", [0]],
    ["oak", [0, 2]],
    ["bob@ibis", [3]],
    ["lukasz angstrom", [2]],
    ["brien", [1]],
    ["oak ibis", []],
    // All runs of three signs of it stand somewhere in the fourth, but do not follow each other.
    ["mulbob", []],
    ["ullerbob ibis", []],
    ["'; drop table event_data_thing; --", []],
    ['" OR 1=1 "*', []],
    ["mul* NEAR(x", []],
    ["!!!", []],
  ])("%s", async (search, expected) => {
    const { read, dialect } = server.deps.database;
    const list = await thingList(read as never, dialect, server.bigEventId, {}, server.deps.offered, []);
    const among: ListQuestion = { search, filter: [{ field: "id", op: "in", value: ids }] };

    expect(await found({ search })).toEqual(expected);
    // The same by itself, as many are counted.
    expect((await countNow(read as never, planList(list, dialect, among))).matched).toBe(expected.length);
  });

  test("a number finds the profile of that id", async () => {
    expect(await found({ search: String(ids[2]) })).toEqual([2]);
  });
});

describe("sort, slice and count", () => {
  test("names are sorted without regard to case and accents, ties by id", async () => {
    expect(await found({ sort: [{ field: "last_name", direction: "asc" }] })).toEqual([2, 0, 3, 1]);
    expect(await found({ sort: [{ field: "last_name", direction: "desc" }] })).toEqual([1, 3, 0, 2]);
  });

  test("own fields are sorted as numbers, missing ones first", async () => {
    expect(await found({ sort: [{ field: "fields.n", direction: "asc" }] })).toEqual([2, 0, 3, 1]);
  });

  test("total counts the list, matched what the filters leave, and both follow a change", async () => {
    const filter = [{ field: "status", op: "eq", value: "active" }];
    expect((await query({ filter, limit: 1 })).data).toMatchObject({ total: 4, matched: 2 });
    expect((await query({ limit: 0 }, "")).data).toEqual({ rows: [], total: 5, matched: 5 });

    const editor = await server.as("matchmaker");
    await editor.patch(`${base}/${ids[3]}`, { rev: 1, status: "active" });

    expect((await query({ filter, limit: 1 })).data).toMatchObject({ total: 4, matched: 3 });
  });

  test("pages from the front and from the end fit together, and one beyond the end is empty", async () => {
    const sort = [{ field: "email", direction: "asc" }];
    const all = await found({ sort });
    const pages = [];
    for (let offset = 0; offset < 6; offset++) pages.push(...(await found({ sort, offset, limit: 1 })));

    expect(pages).toEqual(all);
    expect(await found({ sort, offset: 3, limit: 100 })).toEqual(all.slice(3));
  });

  test("only the columns that were asked for come, with id, type and revision", async () => {
    const { data } = await query({
      columns: ["email", "fields.n"],
      limit: 1,
      sort: [{ field: "id", direction: "asc" }],
    });

    expect(data.rows).toEqual([
      {
        id: ids[0],
        type_id: expect.any(Number),
        rev: expect.any(Number),
        email: "jm@oak.example",
        fields: PEOPLE[0]?.fields,
      },
    ]);
  });
});

describe("what a list does not declare", () => {
  test.each([
    [{ filter: [{ field: "event_id", op: "eq", value: 1 }] }, "filter.0.field", '"event_id"'],
    [{ filter: [{ field: "search", op: "eq", value: "x" }] }, "filter.0.field", '"search"'],
    [{ sort: [{ field: "name; drop table x", direction: "asc" }] }, "sort.0.field", "drop table"],
    [{ sort: [{ field: "constructor", direction: "asc" }] }, "sort.0.field", '"constructor"'],
    [{ sort: [{ field: "rev", direction: "asc" }] }, "sort.0.field", '"rev"'],
    [{ columns: ["password_hash"] }, "columns.0", '"password_hash"'],
    [{ filter: [{ field: "fields.a'b", op: "eq", value: 1 }] }, "filter.0.field", "fields.a'b"],
    [{ filter: [{ field: 'fields.a"]', op: "eq", value: 1 }] }, "filter.0.field", "fields.a"],
    [{ filter: [{ field: "rev", op: "contains", value: "1" }] }, "filter.0.op", '"rev"'],
    [{ filter: [{ field: "rev", op: "eq", value: "1" }] }, "filter.0.value", "not a number"],
    [{ filter: [{ field: "name", op: "eq" }] }, "filter.0.value", "one value"],
    [{ filter: [{ field: "name", op: "in", value: "x" }] }, "filter.0.value", "list"],
    [{ filter: [{ field: "created_at", op: "gt", value: "yesterday" }] }, "filter.0.value", "not a date"],
    [{ filter: [{ field: "name", op: "empty", value: "x" }] }, "filter.0.value", "true or false"],
  ])("%j is refused by its place", async (question, place, words) => {
    const refused = await query(question);

    expect(refused.status).toBe(400);
    expect(refused.error.code).toBe("invalid");
    expect(refused.error.fields?.[place]).toContain(words);
  });
});
