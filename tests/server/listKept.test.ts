// What is kept of a list is told only of the question that it is true of, and no answer contradicts itself.
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ListQuestion } from "#schemas/list.ts";
import { thingList } from "../../plugins/event-data/server/list.ts";
import { someValues } from "../../plugins/event-data/tests/factories.ts";
import { makeThings } from "../../plugins/event-data/tests/makeThings.ts";
import type { Db } from "../../server/kernel/context.ts";
import type { ListSpec } from "../../server/kernel/list.ts";
import { listRows, listText } from "../../server/kernel/listAnswer.ts";
import { listGroups } from "../../server/kernel/listGroup.ts";
import { app, type TestApp } from "../support/app.ts";
import { heard } from "../support/heard.ts";

let server: TestApp;
let db: Db;
let list: ListSpec;
let typeId: number;
const someone = (more: object) => someValues({ type_id: typeId, ...more });
beforeAll(async () => {
  server = await app({ areaDemo: true });
  db = server.deps.database.read as unknown as Db;
  [{ id: typeId }] = (await (await server.as("owner")).get("/1/api/type")).data;
  await makeThings(
    server,
    Array.from({ length: 60 }, (_, at) => someone({ name: `Kept ${at}`, status: at % 6 === 0 ? "blocked" : "active" })),
  );
  list = await thingList(db, server.deps.database.dialect, server.bigEventId, {}, server.deps.offered, []);
});
afterAll(() => server.close());

const dialect = () => server.deps.database.dialect;
const BLOCKED: ListQuestion = { filter: [{ field: "status", op: "eq", value: "blocked" }], limit: 5 };

test("a page that is looked up among rows in their order tells how many match, not how many there are", async () => {
  if (dialect().kind !== "sqlite") return;
  const question: ListQuestion = { ...BLOCKED, sort: [{ field: "name", direction: "desc" }] };
  const { total, matched } = await listRows(db, dialect(), list, { ...BLOCKED, limit: 0 });
  let isLookedUp = false;
  const slowly = heard(server, async ({ sql: text }) => {
    isLookedUp ||= text.includes("json_each");
    await pause(25);
  });
  const ask = async () => JSON.parse(String((await listText(slowly, dialect(), list, question)).bytes()));
  const first = await ask();

  await expect.poll(async () => (await ask()) && isLookedUp).toBe(true);
  expect(matched).toBeLessThan(total);
  expect(await ask()).toEqual({ ...first, total, matched });
});

/** A list with a filter that another area makes, and with sets by it. */
const derivedBy = (divisor: number): ListSpec => ({
  ...list,
  derived: { known: () => sql<boolean>`event_data_thing.id % ${divisor} = 0` },
  sets: { known: { field: "known", ids: [1] } },
});

test("what was counted by a rule is not told of the rule that has taken its place", async () => {
  const question: ListQuestion = { filter: [{ field: "known", op: "eq", value: 1 }], limit: 0 };
  const counted = async (divisor: number) => {
    const { matched } = await listRows(db, dialect(), derivedBy(divisor), question);
    const { groups } = await listGroups(db, dialect(), derivedBy(divisor), { by: "known" });
    const rows = await sql<{ count: number }>`select count(*) as count from event_data_thing
      where event_id = ${server.bigEventId} and id % ${divisor} = 0`.execute(db);
    return { matched, inSet: groups[0]?.count, is: Number(rows.rows[0]?.count) };
  };

  for (const divisor of [2, 7, 2]) {
    const { matched, inSet, is } = await counted(divisor);
    expect(matched).toBe(is);
    expect(inSet).toBe(is);
  }
});

test("what came into the list between a page and its count is not counted beside a page without it", async () => {
  if (dialect().kind !== "sqlite") return;
  const question: ListQuestion = { filter: [{ field: "fields.late", op: "gte", value: 1 }], limit: 5 };
  let isMade = false;
  const between = heard(server, async ({ sql: text }) => {
    if (isMade || !text.includes("as matched") || text.includes("__version")) return;
    isMade = true;
    await pause(50);
    await makeThings(server, [someone({ name: "Late", fields: { late: 2 } })]);
  });

  const { rows, matched } = await listRows(between, dialect(), list, question);

  expect(isMade).toBe(true);
  expect({ rows: rows.length, matched }).toEqual({ rows: 0, matched: 0 });
  expect((await listRows(db, dialect(), list, question)).matched).toBe(1);
});
