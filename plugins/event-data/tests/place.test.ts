// Where a profile stands is what the list itself answers, however it is sorted, filtered and searched.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ListFilter, ListSort } from "#schemas/list.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import type { Thing } from "../contract.ts";
import { someValues } from "./factories.ts";
import { makeThings } from "./makeThings.ts";

let server: TestApp;
let expert: Asker;
let base: string;

const pick = <T>(from: readonly T[], at: number): T => from[at % from.length] as T;

beforeAll(async () => {
  server = await app();
  expert = await server.as("expert");
  base = `/1/api/container/${server.bigEventId}`;
  const all: { id: number }[] = (await expert.get("/1/api/type")).data;
  const options = ["a", "b", "c"].map((key, at) => ({ key, labels: { de: pick(["Zeder", "Ahorn", "Eiche"], at) } }));
  const places = ["profile", "list"];
  await expert.post(`${base}/field`, { key: "tree", labels: { de: "Tree" }, kind: "choice", options, places });
  await expert.post(`${base}/field`, { key: "size", labels: { de: "Size" }, kind: "number", places });
  await expert.post(`${base}/field`, { key: "word", labels: { de: "Word" }, kind: "text" });
  const values = Array.from({ length: 150 }, (_, at) =>
    someValues({
      type_id: pick(all, at * 3).id,
      name: `Name ${(at * 7) % 20}`,
      email: `p${at}@place.example`,
      country: pick(["DE", "GB", "", "AT"], at * 5),
      status: pick(["active", "invited", "blocked"] as const, at * at),
      fields: {
        ...(at % 4 ? { tree: pick(["a", "b", "c"], at) } : {}),
        ...(at % 3 ? { size: (at * 5) % 13 } : {}),
        ...(at % 2 ? { word: pick(["owl", "elk"], at) } : {}),
      },
    }),
  );
  await makeThings(server, values);
});
afterAll(() => server.close());

const FIELDS = [
  "name",
  "email",
  "country",
  "status",
  "type_id",
  "created_at",
  "id",
  "fields.tree",
  "fields.size",
  "fields.word",
  "beside.event-data.complete",
];
const FILTERS: ListFilter[] = [
  { field: "status", op: "in", value: ["active", "invited"] },
  { field: "country", op: "eq", value: "DE" },
  { field: "fields.tree", op: "eq", value: "b" },
  { field: "fields.size", op: "gte", value: 4 },
  { field: "fields.word", op: "contains", value: "o" },
  { field: "email", op: "contains", value: "place" },
  { field: "beside.event-data.complete", op: "gte", value: 34 },
];
const sorts = fc.uniqueArray(
  fc.record({ field: fc.constantFrom(...FIELDS), direction: fc.constantFrom<"asc" | "desc">("asc", "desc") }),
  { minLength: 0, maxLength: 3, selector: ({ field }) => field },
);

test("of any list is as many as the list shows before it", async () => {
  const asked = fc.asyncProperty(
    sorts,
    fc.subarray(FILTERS, { maxLength: 2 }),
    fc.constantFrom("", "name 1", "p12"),
    fc.constantFrom("", "?locale=de", "?category=1", "?category=2&locale=de"),
    fc.nat(1000),
    async (sort: ListSort[], filter, search, query, step) => {
      const question = { sort, filter, ...(search && { search }) };
      const { data } = await expert.post(`${base}/thing/query${query}`, { ...question, limit: 1000 });
      const ids = (data.rows as Thing[]).map(({ id }) => id);
      if (ids.length === 0) return;
      const at = step % ids.length;

      const { data: place } = await expert.post(`${base}/thing/${ids[at]}/place${query}`, question);

      expect(place).toEqual({ at });
    },
  );
  await fc.assert(asked, { numRuns: 150 });
}, 120_000);

test("is none where the list does not have it, and no question names what somebody may not see", async () => {
  const { data } = await expert.post(`${base}/thing/query`, { filter: [FILTERS[1]], limit: 1 });
  const id = data.rows[0].id;
  const owner = await server.as("owner");
  await expert.post(`${base}/field`, {
    key: "veiled",
    labels: { de: "Veiled" },
    kind: "text",
    see_role: 95,
    edit_role: 95,
  });

  const other = await expert.post(`${base}/thing/${id}/place`, {
    filter: [{ field: "country", op: "eq", value: "GB" }],
  });
  const nobody = await expert.post(`${base}/thing/999999/place`, {});
  const veiled = await owner.post(`${base}/thing/${id}/place`, {
    sort: [{ field: "fields.veiled", direction: "asc" }],
  });

  expect(other.data).toEqual({ at: null });
  expect([nobody.status, nobody.error.code]).toEqual([404, "not_found"]);
  expect([veiled.status, veiled.error.code]).toEqual([400, "invalid"]);
});
