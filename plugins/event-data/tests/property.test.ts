// Any question answers what a plain loop over the rows would: filters, search, order and slices, against brute force.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FilterOp, ListFilter, ListQuestion } from "#schemas/list.ts";
import { fold, wordsOf } from "#server";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import type { Thing } from "../contract.ts";
import { someValues } from "./factories.ts";
import { makeThings } from "./makeThings.ts";

const NAMES = ["Ann", "ann", "Änn", "Bo", "bø", "", "100%", "a_b", "Zoë", "עדי", "\\x"];
const TEXTS = ["first_name", "last_name", "email", "company_name", "country"] as const;
const STATUSES = ["imported", "invited", "active", "blocked"] as const;

let server: TestApp;
let reader: Asker;
let path: string;
let rows: Thing[];

beforeAll(async () => {
  server = await app();
  reader = await server.as("owner");
  const eventId = server.bigEventId;
  path = `/1/api/container/${eventId}/thing/query`;
  const types: { id: number }[] = (await reader.get("/1/api/type")).data;
  const pick = <T>(from: readonly T[], at: number): T => from[at % from.length] as T;
  const values = Array.from({ length: 90 }, (_, at) =>
    someValues({
      type_id: pick(types, at * 7).id,
      first_name: pick(NAMES, at * 3),
      last_name: pick(NAMES, at * 5 + 1),
      name: `${pick(NAMES, at * 3)} ${pick(NAMES, at * 5 + 1)}`,
      email: at % 4 ? `p${at % 9}@${pick(["oak", "ash"], at)}.example` : "",
      company_name: pick(NAMES, at * 2),
      country: pick(["DE", "GB", ""], at),
      status: pick(STATUSES, at * 3 + 1),
      fields: at % 3 ? { n: at % 11, diet: pick(NAMES, at) } : {},
    }),
  );
  await makeThings(server, values);
  rows = (await reader.post(path, { limit: 1000 })).data.rows;
}, 120_000);
afterAll(() => server.close());

const textFilter = fc.record({
  field: fc.constantFrom(...TEXTS),
  op: fc.constantFrom<FilterOp>("eq", "ne", "contains", "startsWith", "gt", "gte", "lt", "lte"),
  value: fc.constantFrom(...NAMES.filter(Boolean), "DE", "oak", "p3"),
});
const listFilter = fc.record({
  field: fc.constant("status"),
  op: fc.constant<FilterOp>("in"),
  value: fc.subarray([...STATUSES]),
});
const emptyFilter = fc.record({
  field: fc.constantFrom("email", "country", "fields.n"),
  op: fc.constant<FilterOp>("empty"),
  value: fc.boolean(),
});
const numberFilter = fc.record({
  field: fc.constant("fields.n"),
  op: fc.constantFrom<FilterOp>("eq", "gt", "gte", "lt", "lte"),
  value: fc.integer({ min: -1, max: 12 }),
});
const question: fc.Arbitrary<ListQuestion> = fc.record(
  {
    filter: fc.array(fc.oneof(textFilter, listFilter, emptyFilter, numberFilter), { maxLength: 3 }),
    sort: fc.array(
      fc.record({
        field: fc.constantFrom(...TEXTS, "status", "type_id", "id"),
        direction: fc.constantFrom("asc", "desc"),
      }),
      { maxLength: 3 },
    ),
    search: fc.constantFrom("", "ann", "zo", "p3 oak", "עדי", "bo ann", "x", "xam", "nn", "ampl p3", "oe", "oak"),
    offset: fc.nat(100),
    limit: fc.integer({ min: 0, max: 60 }),
  },
  { requiredKeys: [] },
);

const TWICE: ListQuestion["sort"] = [
  { field: "country", direction: "asc" },
  { field: "country", direction: "desc" },
];

test("any question answers what brute force does", async () => {
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const { data } = await reader.post(path, asked);
      const expected = bruteForce(asked);
      expect(data.total).toBe(rows.length);
      expect(data.matched).toBe(expected.length);
      const { offset = 0, limit = 100 } = asked;
      expect(data.rows.map((row: Thing) => row.id)).toEqual(
        expected.slice(offset, offset + limit).map((row) => row.id),
      );
    }),
    { numRuns: 150, examples: [[{ sort: TWICE }]] },
  );
}, 120_000);

function bruteForce({ filter = [], search = "", sort = [] }: ListQuestion): Thing[] {
  const words = wordsOf(search);
  const found = rows.filter((row) => filter.every((one) => holds(row, one)) && words.every((word) => has(row, word)));
  // A field that is named a second time sorts nothing any more.
  const terms = (sort.length > 0 ? sort : [{ field: "name", direction: "asc" as const }]).filter(
    (term, at, all) => all.findIndex(({ field }) => field === term.field) === at,
  );
  // Values with names stand one after the other, each a list of its own, which its own order settles.
  const settling = terms.find(({ field }) => !NAMED.includes(field)) ?? terms.at(-1);
  const tie = terms.some((term) => term.field === "id")
    ? []
    : [{ field: "id", direction: settling?.direction ?? "asc" }];
  return found.sort((a, b) => {
    for (const { field, direction } of [...terms, ...tie]) {
      const order = compare(keyOf(a, field), keyOf(b, field));
      if (order !== 0) return direction === "desc" ? -order : order;
    }
    return 0;
  });
}

const NAMED = ["type_id", "status", "country"];

function has({ name, email, company_name }: Thing, word: string): boolean {
  const isShort = [...word].length < 3;
  return wordsOf(`${name} ${email} ${company_name}`).some((own) =>
    isShort ? own.startsWith(word) : own.includes(word),
  );
}

function holds(row: Thing, { field, op, value }: ListFilter): boolean {
  const own = field.startsWith("fields.") ? row.fields[field.slice(7)] : (row as Record<string, unknown>)[field];
  if (op === "empty") return ((own ?? "") === "") === value;
  if (op === "in") return (value as unknown[]).includes(own);
  if (typeof value === "number") return typeof own === "number" && by(op, own - value);
  if (op === "eq") return own === value;
  if (op === "ne") return own !== value;
  const [left, right] = [fold(String(own ?? "")), fold(String(value))];
  if (op === "contains") return left.includes(right);
  if (op === "startsWith") return left.startsWith(right);
  return by(op, compare(left, right));
}

function by(op: FilterOp, order: number): boolean {
  return { eq: order === 0, gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[op as "gt"];
}

function keyOf(row: Thing, field: string): unknown {
  const value = (row as Record<string, unknown>)[field];
  return typeof value === "string" && field !== "status" ? fold(value) : value;
}

/** As both databases compare: numbers by size, texts by their bytes. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}
