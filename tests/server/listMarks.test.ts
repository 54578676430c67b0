// Pages deep in a list are read from marks, and are the same rows; a list that has changed has no marks.
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ListQuestion } from "#schemas/list.ts";
import { thingList } from "../../plugins/event-data/server/list.ts";
import { someValues } from "../../plugins/event-data/tests/factories.ts";
import { makeThings } from "../../plugins/event-data/tests/makeThings.ts";
import type { Db } from "../../server/kernel/context.ts";
import { type ListSpec, planList } from "../../server/kernel/list.ts";
import { listRows } from "../../server/kernel/listAnswer.ts";
import { DEEP, readDeep } from "../../server/kernel/listMarks.ts";
import { HEAD } from "../../server/kernel/listOrdered.ts";
import { pageRows, pageText } from "../../server/kernel/listPage.ts";
import { app, type TestApp } from "../support/app.ts";
import { heard } from "../support/heard.ts";

let server: TestApp;
let db: Db;
let list: ListSpec;
const people = (count: number, from = 0) => {
  const [type] = types;
  return Array.from({ length: count }, (_, at) =>
    someValues({
      type_id: type?.id as number,
      name: `Marked ${((at + from) * 31) % 977}`,
      last_name: `Marked ${(at + from) % 40}`,
      status: at % 5 === 0 ? "invited" : "active",
      fields: { badge: (at * 7919) % 5003, ...(at % 3 && { diet: at % 2 ? "vegan" : "halal" }) },
    }),
  );
};
let types: { id: number }[] = [];
beforeAll(async () => {
  server = await app({ areaDemo: true });
  const { read, dialect } = server.deps.database;
  db = read as unknown as Db;
  types = (await (await server.as("owner")).get("/1/api/type")).data;
  await makeThings(server, people(2 * DEEP + 3500));
  list = await thingList(db, dialect, server.bigEventId, {}, server.deps.offered, []);
});
afterAll(() => server.close());

/** The same database, and the numbers that are asked of it. */
function watched() {
  const offsets: number[] = [];
  const through = heard(server, ({ sql, parameters }) => {
    if (/offset \?$|offset \?\)/.test(sql)) offsets.push(Number(parameters.at(-1)));
  });
  return { offsets, through };
}

const ACTIVE = { field: "status", op: "eq", value: "active" } as const;
const WITH_BADGE = { field: "fields.badge", op: "gte", value: 5 } as const;
const QUESTIONS: ListQuestion[] = [
  { sort: [{ field: "name", direction: "asc" }] },
  { filter: [ACTIVE], sort: [{ field: "last_name", direction: "desc" }] },
  { filter: [WITH_BADGE], sort: [{ field: "updated_at", direction: "asc" }] },
  {
    filter: [ACTIVE, WITH_BADGE],
    sort: [{ field: "fields.badge", direction: "desc" }],
  },
  {
    search: "marked",
    sort: [
      { field: "fields.badge", direction: "asc" },
      { field: "name", direction: "desc" },
    ],
  },
  { filter: [{ field: "fields.badge", op: "lt", value: 4990 }], sort: [{ field: "fields.diet", direction: "asc" }] },
];
const ids = (rows: readonly Record<string, unknown>[]) => rows.map(({ id }) => id);

test.each(QUESTIONS)("pages from marks are those by offsets: %j", async (question) => {
  const { dialect } = server.deps.database;
  const plan = planList(list, dialect, question);
  const { page } = await pageRows(db, plan, { offset: 0, limit: 100_000 });
  const ordered = ids(page);
  const pageAt = async (offset: number, of = db) =>
    ids((await listRows(of, dialect, list, { ...question, offset, limit: 70 })).rows);
  const deepest = ordered.length - DEEP - 70;
  expect(deepest).toBeGreaterThan(DEEP);

  await pageAt(0);
  for (let round = 0; round < 3; round++) {
    for (const offset of [DEEP, DEEP + 1, 6000, 6999, deepest])
      expect(await pageAt(offset), `${offset}`).toEqual(ordered.slice(offset, offset + 70));
  }
});

test("what has been asked for deep in a list begins at a mark the next time", async () => {
  const { dialect } = server.deps.database;
  if (dialect.kind !== "sqlite") return;
  const question: ListQuestion = { filter: [WITH_BADGE], sort: [{ field: "email", direction: "asc" }], limit: 50 };
  const { offsets, through } = watched();
  const askedAt = async (offset: number) => {
    offsets.length = 0;
    await listRows(through, dialect, list, { ...question, offset });
    return Math.max(...offsets);
  };
  await listRows(through, dialect, list, question);

  expect(await askedAt(5500)).toBe(5500);
  await expect.poll(() => askedAt(5500)).toBe(500);
  expect(await askedAt(5050)).toBe(50);

  await makeThings(server, people(1, 5));
  expect(await askedAt(5500)).toBe(5500);
  await expect.poll(() => askedAt(5500)).toBe(500);
});

test("who tries several orders finds marks in all of them", async () => {
  const { dialect } = server.deps.database;
  if (dialect.kind !== "sqlite") return;
  const offsets: number[] = [];
  let made = 0;
  const through = heard(server, ({ sql, parameters }) => {
    if (sql.includes("row_number() over")) made += 1;
    if (/offset \?$|offset \?\)/.test(sql)) offsets.push(Number(parameters.at(-1)));
  });
  const orders = ["company_name", "job_title", "first_name", "country"].map((field): ListQuestion => {
    return { filter: [ACTIVE], sort: [{ field, direction: "desc" }], limit: 40, offset: DEEP + 500 };
  });
  await Promise.all(orders.map((question) => listRows(through, dialect, list, question)));

  await expect.poll(() => made).toBe(orders.length);
  for (const question of orders) {
    offsets.length = 0;
    await listRows(through, dialect, list, question);
    expect(Math.max(...offsets), JSON.stringify(question.sort)).toBe(500);
  }
});

test("a page that took long is kept, and of a second one of its list the first rows, until they are others", async () => {
  const { dialect } = server.deps.database;
  if (dialect.kind !== "sqlite") return;
  const question: ListQuestion = {
    filter: [{ field: "last_name", op: "startsWith", value: "Marked 3" }, ACTIVE],
    sort: [{ field: "name", direction: "asc" }],
  };
  const plan = planList(list, dialect, question);
  let isLookedUp = false;
  const slowly = heard(server, async ({ sql }) => {
    isLookedUp = sql.includes("json_each");
    await pause(25);
  });
  const page = async (offset: number) => {
    const { page: rows } = await readDeep(slowly, plan, { offset, limit: 7 }, pageRows);
    return { rows: ids(rows), isLookedUp };
  };
  const directly = async (offset: number) => ids((await pageRows(db, plan, { offset, limit: 7 })).page);
  const rows = await directly(0);
  expect(await page(0)).toEqual({ rows, isLookedUp: false });
  expect(await page(0)).toEqual({ rows, isLookedUp: true });
  await pause(200);
  expect(await page(21)).toEqual({ rows: await directly(21), isLookedUp: false });

  await pause(200);
  expect(await page(14)).toEqual({ rows: await directly(14), isLookedUp: true });
  expect(await page(HEAD - 7)).toEqual({ rows: await directly(HEAD - 7), isLookedUp: true });
  expect(await page(HEAD - 6)).toEqual({ rows: await directly(HEAD - 6), isLookedUp: false });

  const [type] = types;
  const first = { name: "A marked one", last_name: "Marked 3", status: "active" as const };
  await makeThings(server, [someValues({ type_id: type?.id as number, ...first })]);
  expect(await directly(0)).not.toEqual(rows);
  expect(await page(0)).toEqual({ rows: await directly(0), isLookedUp: false });
});

test("a page that took a little is kept, and none that is longer than a screen asks for", async () => {
  const { dialect } = server.deps.database;
  if (dialect.kind !== "sqlite") return;
  let isLookedUp = false;
  const slowly = heard(server, async ({ sql }) => {
    isLookedUp = sql.includes("json_each");
    await pause(13);
  });
  const areLookedUp = async (field: string, limit: number) => {
    const filter: ListQuestion["filter"] = [{ field: "last_name", op: "startsWith", value: "Marked 4" }, ACTIVE];
    const plan = planList(list, dialect, { filter, sort: [{ field, direction: "desc" }] });
    const looked: boolean[] = [];
    for (let time = 0; time < 2; time++) {
      await readDeep(slowly, plan, { offset: 0, limit }, pageRows);
      looked.push(isLookedUp);
    }
    return looked;
  };

  expect(await areLookedUp("name", 7)).toEqual([false, true]);
  expect(await areLookedUp("email", 300)).toEqual([false, false]);
});

test("what was read among the ids that an older count told is not kept: who has come to match since stands beside them", async () => {
  const { dialect } = server.deps.database;
  const plan = planList(list, dialect, { filter: [ACTIVE], sort: [{ field: "last_name", direction: "asc" }] });
  const slowly: typeof pageRows = async (...asked) => {
    await pause(25);
    return pageRows(...asked);
  };
  const page = async (of: typeof plan, offset: number) =>
    ids((await readDeep(db, of, { offset, limit: 7 }, slowly)).page);
  const [whole, next] = [await page(plan, 50), await page(plan, 57)];
  const other = { ...plan, key: `${plan.key} of this test` };
  const first = Number(whole[0]) + 1;
  const outdated = { ...other, span: { first, last: 2 ** 31 - 1, version: -1 } };
  for (const offset of [50, 57, 50]) expect(await page(outdated, offset)).not.toContain(whole[0]);
  await pause(200);

  expect([await page(other, 50), await page(other, 57)]).toEqual([whole, next]);
});

test("a page that took long is kept also where its text comes from another thread", async () => {
  if (server.deps.database.dialect.kind !== "sqlite") return;
  const threaded = await app({ areaDemo: true, readers: 1 });
  const { dialect } = threaded.deps.database;
  const own = await thingList(
    threaded.deps.database.read as never,
    dialect,
    threaded.bigEventId,
    {},
    threaded.deps.offered,
    [],
  );
  const planBy = (field: string) => planList(own, dialect, { sort: [{ field, direction: "asc" }], filter: [ACTIVE] });
  const asked: string[] = [];
  const slowly = heard(threaded, async ({ sql }) => {
    asked.push(sql);
    await pause(25);
  });
  const page = async (plan = planBy("company_name"), more = "") => {
    asked.length = 0;
    const { page: text } = await readDeep(slowly, plan, { offset: 3, limit: 5 }, async (...question) => {
      const read = await pageText(...question);
      const whole = read.page instanceof Uint8Array ? new TextDecoder().decode(read.page) : read.page;
      return more ? { ...read, page: whole + more } : read;
    });
    const rows = JSON.parse(text instanceof Uint8Array ? new TextDecoder().decode(text) : text);
    return ids(rows);
  };

  const first = await page();
  const texts = [...asked];
  const second = await page();

  expect(second).toEqual(first);
  expect(first).toHaveLength(5);
  expect(asked).not.toEqual(texts);

  const heavy = () => page(planBy("job_title"), " ".repeat(300_000));
  const long = await heavy();
  const [asIfNew] = asked;
  expect(await heavy()).toEqual(long);
  expect(asked[0]).toBe(asIfNew);
  await threaded.close();
});

test("of a list by what another area knows nothing is kept in order, since that may change without the list", async () => {
  const { dialect } = server.deps.database;
  if (dialect.kind !== "sqlite") return;
  const known = { ...list, derived: { known: () => sql<boolean>`event_data_thing.id % 2 = 0` } };
  const question: ListQuestion = {
    filter: [{ field: "known", op: "eq", value: true }],
    sort: [{ field: "name", direction: "asc" }],
  };
  let isLookedUp = false;
  const slowly = heard(server, async ({ sql: text }) => {
    isLookedUp ||= text.includes("json_each") || text.includes("slow");
    await pause(25);
  });
  const plan = planList(known, dialect, question);
  for (let time = 0; time < 3; time++) await readDeep(slowly, plan, { offset: 0, limit: 7 }, pageRows);
  await pause(200);

  expect(isLookedUp).toBe(false);
});
