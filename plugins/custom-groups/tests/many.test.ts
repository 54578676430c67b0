// A profile in two thousand groups, half of which a rule makes: its groups are found with few questions.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import type { CustomGroupsTables } from "../server/tables.ts";

const MANY = 2000;
const AT = "2026-01-01T00:00:00.000Z";

let server: TestApp;
let owner: Asker;
let path: string;
let thingId: number;
let heard: string[] = [];
beforeAll(async () => {
  server = await app({ hear: (text) => void heard.push(text) });
  owner = await server.as("super");
  const eventId = server.bigEventId;
  path = `/1/api/container/${eventId}`;
  const types = (await owner.get(`${path}/type-category`)).data;
  const person = { type_id: types[0].types[0].id, first_name: "Ada", last_name: "Many", country: "DE" };
  thingId = (await owner.post(`${path}/thing`, person)).data.id;
  const db = server.deps.database.write.withTables<CustomGroupsTables>();
  const rule = (country: string) =>
    JSON.stringify({ match: "all", filter: [{ field: "country", op: "eq", value: country }] });
  const groups = Array.from({ length: MANY }, (_, at) => ({
    ...{ id: 10_000 + at, event_id: eventId, rev: 1, colour: "blue", created_at: AT, updated_at: AT, details: "{}" },
    ...{ name: `Group ${at}`, name_key: `group ${at}`, mode: at % 2 ? "rule" : "manual" },
    rule: at % 2 ? rule(at % 4 === 1 ? "DE" : "FR") : null,
  }));
  const members = groups.flatMap(({ id, mode }) =>
    mode === "manual" ? [{ group_id: id, thing_id: thingId, event_id: eventId, added_at: AT }] : [],
  );
  for (let at = 0; at < groups.length; at += 500) {
    await db
      .insertInto("custom_groups_group")
      .values(groups.slice(at, at + 500) as never)
      .execute();
    await db
      .insertInto("custom_groups_member")
      .values(members.slice(at / 2, at / 2 + 250))
      .execute();
  }
}, 120_000);
afterAll(() => server.close());

test("its tab is answered with a question for each hundred rules, in less than a megabyte", async () => {
  heard = [];
  const { data, response } = await owner.get(`${path}/thing/${thingId}/custom-group`);

  expect(data).toHaveLength(1000 + 500);
  expect(heard.length).toBeLessThan(40);
  expect(response.body.length).toBeLessThan(1_000_000);
});

test("the groups to choose from are told without asking a rule, where nobody reads how many it finds", async () => {
  heard = [];
  const { data, response } = await owner.get(`${path}/custom-group?counted=false`);

  const byRule = data.find(({ mode }: { mode: string }) => mode === "rule");
  const byHand = data.find(({ mode }: { mode: string }) => mode === "manual");
  expect([byRule.members, byHand.members]).toEqual([null, 1]);
  expect(heard.length).toBeLessThan(40);
  expect(response.body.length).toBeLessThan(1_000_000);
});
