// Groups answer what a plain loop over the rows would, and the filters of a group find exactly its rows.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { GroupQuestion, ListFilter, ListGroup } from "#schemas/list.ts";
import { fold } from "#server";
import { narrowedTo } from "../../../src/kernel/grid/charting.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import type { Thing } from "../contract.ts";
import { someValues } from "./factories.ts";
import { makeThings } from "./makeThings.ts";

const NAMES = ["Ann", "ann", "Änn", "Bo", "", "Zoë", "10"];
const FIELDS = ["company_name", "country", "status", "type_id", "fields.n", "fields.diet", "created_at"] as const;

let server: TestApp;
let reader: Asker;
let base: string;
let rows: Thing[];

beforeAll(async () => {
  server = await app();
  reader = await server.as("owner");
  base = `/1/api/container/${server.bigEventId}/thing`;
  const types: { id: number }[] = (await reader.get("/1/api/type")).data;
  for (const day of ["2026-01-01", "2026-01-02"]) {
    const values = Array.from({ length: 40 }, (_, at) =>
      someValues({
        type_id: types[at % 3]?.id ?? 0,
        name: NAMES[at % 6] || "x",
        company_name: NAMES[(at * 3) % 7] as string,
        country: ["DE", "de", "", "GB"][at % 4] as string,
        status: at % 3 ? "active" : "blocked",
        fields: at % 5 ? { n: at % 4, diet: at % 2 ? (NAMES[at % 7] as string) : at % 3 } : {},
      }),
    );
    await makeThings(server, values, () => `${day}T0${day.at(-1)}:00:00.000Z`);
  }
  rows = (await reader.post(`${base}/query`, { limit: 1000 })).data.rows;
}, 120_000);
afterAll(() => server.close());

const groupsOf = async (question: GroupQuestion): Promise<ListGroup[]> => {
  const { data, error } = await reader.post(`${base}/group`, question);
  if (error) throw new Error(error.message);
  return data.groups;
};

function keyOf(row: Thing, by: string): string {
  if (by.startsWith("fields.")) {
    const value = row.fields[by.slice(7)];
    // Texts below JSON are one group whatever the case of their plain letters.
    return (value ?? "") === "" ? "" : `${typeof value}${fold(String(value))}`;
  }
  const value = row[by as keyof Thing];
  if (by === "created_at") return String(value).slice(0, 10);
  return by === "status" || by === "type_id" ? String(value) : fold(String(value));
}

test("groups are those of a plain loop, whatever they are made by and however the list is narrowed", async () => {
  const question = fc.record({
    by: fc.constantFrom(...FIELDS),
    order: fc.constantFrom("value" as const, "count" as const),
    direction: fc.constantFrom("asc" as const, "desc" as const),
    search: fc.constantFrom("", "ann", "zoe", "xampl"),
    filter: fc.constantFrom<ListFilter[]>([], [{ field: "status", op: "eq", value: "active" }]),
  });

  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const matching = rows.filter(
        (row) =>
          (asked.filter.length === 0 || row.status === "active") &&
          (asked.search === "" || fold(`${row.name} ${row.email} ${row.company_name}`).includes(asked.search)),
      );
      const expected = new Map<string, Thing[]>();
      for (const row of matching) {
        const key = keyOf(row, asked.by);
        expected.set(key, [...(expected.get(key) ?? []), row]);
      }

      const groups = await groupsOf({
        ...asked,
        figures: [
          { field: "fields.n", fn: "sum" },
          { field: "fields.n", fn: "max" },
        ],
      });

      expect(groups.length).toBe(expected.size);
      const numbers = (of: Thing[]) => of.map((row) => row.fields["n"]).filter((n) => typeof n === "number");
      const facts = (count: number, sum: number | null, max: number | null) => JSON.stringify([count, sum, max]);
      expect(groups.map(({ count, figures: [sum, max] }) => facts(count, sum ?? null, max ?? null)).sort()).toEqual(
        [...expected.values()]
          .map((of) => {
            const n = numbers(of);
            return facts(
              of.length,
              n.length ? n.reduce((all, one) => all + one, 0) : null,
              n.length ? Math.max(...n) : null,
            );
          })
          .sort(),
      );
      if (asked.order === "count") {
        const counts = groups.map(({ count }) => count);
        expect(counts).toEqual([...counts].sort((a, b) => (asked.direction === "asc" ? a - b : b - a)));
      }
    }),
    { numRuns: 80 },
  );
}, 120_000);

test.each(["country", "created_at"] as const)(
  "groups of one size by %s are read from the first to the last",
  async (by) => {
    const filter: ListFilter[] = [{ field: "company_name", op: "eq", value: "Bo" }];
    const byValue = (await groupsOf({ by, filter })).map(({ value }) => value);
    for (const direction of ["asc", "desc"] as const) {
      const groups = await groupsOf({ by, filter, order: "count", direction });
      for (const size of new Set(groups.map(({ count }) => count))) {
        const alike = groups.filter(({ count }) => count === size).map(({ value }) => value);
        expect(alike).toEqual(byValue.filter((value) => alike.includes(value)));
      }
      expect(new Set(groups.map(({ count }) => count)).size).toBeLessThan(groups.length);
    }
  },
);

test.each(FIELDS)("the filters of a group of %s find as many rows as it says", async (by) => {
  const filter: ListFilter[] = [{ field: "status", op: "eq", value: "active" }];
  for (const group of await groupsOf({ by, filter })) {
    const { data } = await reader.post(`${base}/query`, { filter: [...filter, ...group.filter], limit: 0 });
    expect({ value: group.value, count: data.matched }).toEqual({ value: group.value, count: group.count });
  }
});

test.each(FIELDS)("the list behind a bar of a chart of %s holds as many rows as the bar says", async (by) => {
  const filter: ListFilter[] = [{ field: "country", op: "in", value: ["DE", "GB"] }];
  for (const group of await groupsOf({ by, filter, order: "count", limit: 20 })) {
    const { data } = await reader.post(`${base}/query`, { filter: narrowedTo(filter, group), limit: 0 });
    expect({ value: group.value, count: data.matched }).toEqual({ value: group.value, count: group.count });
  }
});

test("slices of groups fit together, and say whether more come", async () => {
  const all = await groupsOf({ by: "company_name" });
  const first = (await reader.post(`${base}/group`, { by: "company_name", limit: 2 })).data;
  const rest = (await reader.post(`${base}/group`, { by: "company_name", limit: 100, offset: 2 })).data;

  expect([...first.groups, ...rest.groups]).toEqual(all);
  expect([first.more, rest.more]).toEqual([true, false]);
});

test.each([
  [{ by: "nonsense" }, "by"],
  [{ by: "search" }, "by"],
  [{ by: "rev" }, "by"],
  [{ by: "country", figures: [{ field: "name", fn: "sum" }] }, "figures.0.fn"],
  [{ by: "country", figures: [{ field: "event_id", fn: "sum" }] }, "figures.0.field"],
  [{ by: "country", filter: [{ field: "x", op: "eq", value: 1 }] }, "filter.0.field"],
])("%j is refused by its place", async (question, place) => {
  const { status, error } = await reader.post(`${base}/group`, question);

  expect(status).toBe(400);
  expect(Object.keys(error.fields ?? {})).toContain(place);
});

test("with about, a count that is there is exact, and says nothing", async () => {
  const { data } = await reader.post(`${base}/query`, { limit: 5, search: "ann", counts: "about" });
  const exact = (await reader.post(`${base}/query`, { limit: 5, search: "ann" })).data;

  expect(data).toEqual(exact);
});
