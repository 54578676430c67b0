// Lists that are sorted by the type of their profiles have the types in the order of their names, on every page.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ListQuestion } from "#schemas/list.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import type { Thing } from "../contract.ts";
import { someValues } from "./factories.ts";
import { makeThings } from "./makeThings.ts";

let server: TestApp;
let expert: Asker;
let base: string;
let rows: Thing[];
const names = new Map<number, string>();

beforeAll(async () => {
  server = await app();
  expert = await server.as("expert");
  base = `/1/api/container/${server.bigEventId}/thing`;
  for (const { id, type } of (await expert.get("/1/api/type")).data) names.set(id, type);
  const ids = [...names.keys()];
  const values = Array.from({ length: 90 }, (_, at) =>
    someValues({
      type_id: ids[(at * at) % ids.length] as number,
      name: `Name ${(at * 7) % 12}`,
      email: `t${at}@order.example`,
      country: ["CH", "AT", ""][at % 3] as string,
      status: at % 4 ? "active" : "blocked",
    }),
  );
  await makeThings(server, values);
  rows = (await expert.post(`${base}/query`, { limit: 1000 })).data.rows;
}, 120_000);
afterAll(() => server.close());

const nameOf = ({ type_id }: Thing) => names.get(type_id)?.toLowerCase() ?? "";
const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0);

/** As a plain loop would sort them; what is the same stands by id, in the direction of the last but the type. */
function inOrder(found: Thing[], [first, second]: NonNullable<ListQuestion["sort"]>): number[] {
  const sign = first?.direction === "desc" ? -1 : 1;
  const then = second?.direction === "desc" ? -1 : 1;
  return [...found]
    .sort(
      (a, b) =>
        sign * compare(nameOf(a), nameOf(b)) ||
        (second
          ? then * compare(a.name.toLowerCase(), b.name.toLowerCase()) || then * (a.id - b.id)
          : sign * (a.id - b.id)),
    )
    .map(({ id }) => id);
}

const direction = fc.constantFrom<"asc" | "desc">("asc", "desc");
const asked = fc.record({
  sort: fc.tuple(
    fc.record({ field: fc.constant("type_id"), direction }),
    fc.option(fc.record({ field: fc.constant("name"), direction })),
  ),
  filter: fc.constantFrom<NonNullable<ListQuestion["filter"]>>(
    [],
    [{ field: "status", op: "eq", value: "active" }],
    [{ field: "email", op: "contains", value: "1@order" }],
    [{ field: "type_id", op: "ne", value: 1 }],
  ),
  search: fc.constantFrom("", "name 3"),
  offset: fc.nat(90),
  limit: fc.nat(60),
  counts: fc.constantFrom("exact" as const, "about" as const),
});

test("pages, however they are narrowed, are those of a plain loop", async () => {
  const orders = [...names.values()].map((name) => name.toLowerCase());
  expect(orders).not.toEqual([...orders].sort());

  await fc.assert(
    fc.asyncProperty(asked, async ({ sort: [first, second], ...question }) => {
      const sort = second ? [first, second] : [first];
      const found = rows.filter(
        (row) =>
          (question.search === "" || row.name === "Name 3") &&
          question.filter.every(({ field, value }) =>
            field === "status"
              ? row.status === value
              : field === "type_id"
                ? row.type_id !== value
                : row.email.includes("1@order"),
          ),
      );
      const { data } = await expert.post(`${base}/query`, { ...question, sort });
      expect(data.matched).toBe(found.length);
      expect(data.rows.map(({ id }: Thing) => id)).toEqual(
        inOrder(found, sort).slice(question.offset, question.offset + question.limit),
      );
    }),
    { numRuns: 120 },
  );
}, 120_000);

test("so are they behind another field, in groups, and in a file", async () => {
  const [first, ...others] = (await expert.post(`${base}/group`, { by: "type_id" })).data.groups;
  const told = [first, ...others].map(({ value }) => names.get(value)?.toLowerCase());
  const sort = [
    { field: "status", direction: "asc" },
    { field: "type_id", direction: "desc" },
    { field: "id", direction: "asc" },
  ];
  const { rows: page } = (await expert.post(`${base}/query`, { sort, limit: 1000 })).data;
  const byType = [{ field: "type_id", direction: "desc" }];
  const columns = ["name", "id"].map((field) => ({ field, title: field }));
  const started = await expert.post(`${base}/export`, { format: "csv", columns, sort: byType });
  await expert.finished(started.data.job.id);
  const csv = (await expert.get(`/1/api/job/${started.data.job.id}/file`)).response.body as string;
  const written = csv
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => Number(line.split(",").at(-1)));

  expect(told).toEqual([...told].sort());
  const keys = page.map((row: Thing) => [row.status, nameOf(row), row.id] as const);
  expect(keys).toEqual([...keys].sort((a, b) => compare(a[0], b[0]) || compare(b[1], a[1]) || a[2] - b[2]));
  expect(written).toEqual(inOrder(rows, [{ field: "type_id", direction: "desc" }]));
});
