// A rule finds exactly the profiles that a person would pick by reading all of them.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { app, type TestApp } from "../../../tests/support/app.ts";
import { aPlace, type Place } from "../../../tests/support/place.ts";
import type { Rule } from "../contract.ts";
import { countRule } from "../server/members.ts";

let server: TestApp;
let place: Place;
let profiles: { id: number; country: string; status: string; diet: string; visits: number }[];

const COUNTRIES = ["DE", "FI", "GB"];
const STATUSES = ["imported", "invited", "active"];
const DIETS = ["vegan", "none"];

beforeAll(async () => {
  server = await app();
  place = await aPlace(server);
  profiles = [];
  for (let at = 0; at < 36; at++) {
    const facts = {
      country: COUNTRIES[at % 3] as string,
      status: STATUSES[(at >> 1) % 3] as string,
      diet: DIETS[(at >> 2) % 2] as string,
      visits: at % 5,
    };
    const { country, status, ...fields } = facts;
    const body = { type_id: place.types[1], last_name: `P${at}`, country, status, fields };
    profiles.push({ id: (await place.asker.post(`${place.path}/thing`, body)).data.id, ...facts });
  }
});
afterAll(() => server.close());

type Clause = { field: string; op: "eq" | "ne" | "in" | "gte"; value: string | number | string[] };
const clause: fc.Arbitrary<Clause> = fc.oneof(
  fc.record({
    field: fc.constant("country"),
    op: fc.constantFrom("eq" as const, "ne" as const),
    value: fc.constantFrom(...COUNTRIES),
  }),
  fc.record({
    field: fc.constant("status"),
    op: fc.constant("in" as const),
    value: fc.subarray(STATUSES, { minLength: 1 }),
  }),
  fc.record({ field: fc.constant("fields.diet"), op: fc.constant("eq" as const), value: fc.constantFrom(...DIETS) }),
  fc.record({
    field: fc.constant("fields.visits"),
    op: fc.constant("gte" as const),
    value: fc.integer({ min: 0, max: 5 }),
  }),
);
const rules = fc.record({
  match: fc.constantFrom("all" as const, "any" as const),
  filter: fc.array(clause, { minLength: 1, maxLength: 4 }),
});

function holds(profile: (typeof profiles)[number], { field, op, value }: Clause): boolean {
  const own = profile[field.replace("fields.", "") as keyof typeof profile];
  if (op === "eq") return own === value;
  if (op === "ne") return own !== value;
  return op === "in" ? (value as string[]).includes(String(own)) : Number(own) >= Number(value);
}

test("a rule equals brute force, whatever its clauses", async () => {
  const { read, dialect } = server.deps.database;
  await fc.assert(
    fc.asyncProperty(rules, async (rule) => {
      const asking = { dialect, eventId: place.eventId, offered: server.deps.offered, hidden: [] };
      const check = rule.match === "all" ? "every" : "some";
      const expected = profiles.filter((profile) => rule.filter[check]((one) => holds(profile, one)));

      const counted = await countRule(read as never, asking, rule as Rule);

      expect(counted).toEqual({ matched: expected.length, total: profiles.length });
    }),
    { numRuns: 60 },
  );
});
