// Lists over own fields answer what a plain loop would, whether a table keeps their order or not, while profiles come,
// change and go.
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Field, fileName } from "#schemas/fields.ts";
import type { ListGroup } from "#schemas/list.ts";
import { fold } from "#server";
import type { Db } from "../../../server/kernel/context.ts";
import { planList } from "../../../server/kernel/list.ts";
import { among } from "../../../server/kernel/listAmong.ts";
import { countNow } from "../../../server/kernel/listCount.ts";
import { pageRows } from "../../../server/kernel/listPage.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import type { Thing } from "../contract.ts";
import { thingList } from "../server/list.ts";
import { answers } from "../server/migrations/0060_answers.ts";
import { answersByCountry } from "../server/migrations/0100_answers_by_country.ts";
import { moreKinds } from "../server/migrations/0165_more_kinds.ts";
import { filesByName } from "../server/migrations/0172_files_by_name.ts";
import { foldAnswers } from "../server/migrations/0183_folded_answers.ts";
import {
  answerIn,
  FIELDS,
  FILES,
  holds,
  inOrder,
  LONG,
  MAILS,
  MANY,
  OPTIONS,
  question,
  sorted,
  valueFilter,
  WORDS,
} from "./plainLoop.ts";

let server: TestApp;
let expert: Asker;
let base: string;
let types: number[];
const fields: Record<"size" | "shirt" | "note" | "day" | "ok" | "many" | "about" | "when" | "cv" | "mail", Field> =
  {} as never;

const make = async (draft: object): Promise<Field> => (await expert.post(`${base}/field`, draft)).data;
async function sent(name: string): Promise<string> {
  const headers = { "content-type": "application/octet-stream" };
  const path = `${base}/field/${fields.cv.id}/file?name=${encodeURIComponent(name)}`;
  const { data } = await expert.ask("POST", path, Buffer.from("%PDF-1.7\n%%EOF\n"), { headers });
  expect(fileName(data.answer)).toBe(name);
  return data.answer;
}
const option = (key: string) => ({ key, labels: { "en-gb": key.toUpperCase() } });

async function listed(): Promise<string[]> {
  const rows = await server.deps.database.quick
    .withTables<{ event_data_listed: { event_id: number; key: string; ready: number } }>()
    .selectFrom("event_data_listed")
    .select(["key"])
    .where("event_id", "=", server.bigEventId)
    .where("ready", "=", 1)
    .execute();
  return rows.map(({ key }) => key).sort();
}
const all = async (): Promise<Thing[]> => (await expert.post(`${base}/thing/query`, { limit: 1000 })).data.rows;
/** What the table holds of a field, beside what the profiles say. */
async function kept(key: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from event_data_answer a
    join event_data_listed l on l.field_id = a.of_field and l.event_id = a.of_event where l.key = ${key}`.execute(
    server.deps.database.quick,
  );
  return Number(rows[0]?.count);
}

/** What was done before answers were folded, and their folding after it. */
async function asBefore(up: typeof foldAnswers): Promise<void> {
  const { write, dialect } = server.deps.database;
  await write.transaction().execute(async (db) => {
    await sql`update event_data_thing set folded = null`.execute(db);
    await up(db, dialect);
    await foldAnswers(db, dialect);
  });
}

beforeAll(async () => {
  server = await app();
  expert = await server.as("expert");
  base = `/1/api/container/${server.bigEventId}`;
  types = ((await expert.get("/1/api/type")).data as { id: number }[]).map(({ id }) => id);
  const quick = { places: ["profile", "list"] };
  fields.size = await make({ ...quick, key: "size", labels: { de: "Size" }, kind: "number" });
  fields.shirt = await make({
    ...quick,
    key: "shirt",
    labels: { de: "Shirt" },
    kind: "choice",
    options: OPTIONS.map(option),
  });
  fields.note = await make({ ...quick, key: "note", labels: { de: "Note" }, kind: "text" });
  fields.day = await make({ key: "day", labels: { de: "Day" }, kind: "date" });
  fields.ok = await make({ key: "ok", labels: { de: "Ok" }, kind: "boolean" });
  const labels = { de: "Many" };
  fields.many = await make({ ...quick, key: "many", labels, kind: "choices", options: OPTIONS.map(option) });
  fields.about = await make({ ...quick, key: "about", labels: { de: "About" }, kind: "long_text" });
  fields.when = await make({ ...quick, key: "when", labels: { de: "When" }, kind: "datetime" });
  fields.cv = await make({ ...quick, key: "cv", labels: { de: "CV" }, kind: "file" });
  fields.mail = await make({ key: "mail", labels: { de: "Mail" }, kind: "email" });
  const files: string[] = [];
  for (const name of [...FILES, ...FILES]) files.push(await sent(name));
  const pick = <T>(from: readonly T[], at: number) => from[at % from.length] as T;
  for (let at = 0; at < 60; at++) {
    const made = await expert.post(`${base}/thing`, {
      type_id: pick(types, at * 7),
      name: `N${at % 9}`,
      last_name: `N${at % 9}`,
      status: pick(["active", "blocked"], at),
      country: pick(["DE", "GB", ""], at * 5),
      fields: {
        ...(at % 4 ? { size: (at * 5) % 13 } : {}),
        ...(at % 3 ? { shirt: pick(OPTIONS, at) } : {}),
        ...(at % 5 ? { note: pick(WORDS, at * 5) } : {}),
        ...(at % 2 ? { day: `2026-0${1 + (at % 8)}-01`, ok: at % 3 === 0 } : {}),
        ...(at % 6 ? { many: OPTIONS.filter((_, step) => (at + step) % 2) } : {}),
        ...(at % 7 ? { about: pick([...WORDS, ...LONG, `${LONG[0]}${pick(WORDS, at)}`], at * 7) } : {}),
        ...(at % 4 ? { cv: pick(files, at * 5) } : {}),
        ...(at % 5 ? { mail: pick(MAILS, at * 3) } : {}),
        ...(at % 3 ? { when: `2026-02-0${1 + (at % 4)}T0${at % 10}:15:00.000Z` } : {}),
      },
    });
    expect(made.status).toBe(201);
  }
}, 120_000);
afterAll(() => server.close());

async function checkQuestions(runs: number): Promise<void> {
  const rows = await all();
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const { data, error } = await expert.post(`${base}/thing/query`, asked);
      expect(error).toBeUndefined();
      const words = asked.search ? rows.filter(({ name }) => fold(name) === asked.search) : rows;
      const found = words.filter((row) => (asked.filter ?? []).every((filter) => holds(row, filter)));
      const { offset = 0, limit = 100 } = asked;
      expect(data.matched).toBe(found.length);
      expect(data.rows.map(({ id }: Thing) => id)).toEqual(
        sorted(found, asked.sort ?? []).slice(offset, offset + limit),
      );
    }),
    { numRuns: runs },
  );
}

/** The same where the matches are many: along the order, between the first and the last of them, and from either end. */
async function checkMany(runs: number): Promise<void> {
  const rows = await all();
  const { read, dialect } = server.deps.database;
  const db = read as unknown as Db;
  const list = await thingList(db, dialect, server.bigEventId, {}, server.deps.offered, []);
  let spans = 0;
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const { offset = 0, limit = 100, search, sort = [], filter = [] } = asked;
      const words = search ? rows.filter(({ name }) => fold(name) === search) : rows;
      const found = words.filter((row) => filter.every((one) => holds(row, one)));
      const plan = planList(list, dialect, asked);
      const { matched, span, version } = await countNow(db, plan);
      expect(matched).toBe(found.length);
      if (span) {
        const ids = found.map(({ id }) => id);
        expect(span).toEqual({ first: Math.min(...ids), last: Math.max(...ids), version });
        spans++;
      }
      const way = await among(db, { ...plan, span }, Number.MAX_SAFE_INTEGER);
      const isAlong = way.tested || plan.inOrder !== undefined;
      expect(way.along !== undefined).toBe(dialect.kind === "postgres" ? isAlong : plan.ids.length > 0);
      const expected = sorted(found, sort).slice(offset, offset + limit);
      for (const known of [undefined, { rows: matched, version }]) {
        const { page } = await pageRows(db, way, { offset, limit }, known);
        expect(page.map(({ id }) => id)).toEqual(expected);
      }
    }),
    { numRuns: runs, examples: MANY.map((one) => [one]) },
  );
  expect(spans).toBeGreaterThanOrEqual(MANY.length);
}

/** What makes a group: instants are grouped by day. PostgreSQL writes lists with blanks. */
const keyOf = (by: string, value: unknown) =>
  fold(String(value ?? ""))
    .slice(0, by === "fields.when" ? 10 : 200)
    .replaceAll('", "', '","');

async function checkGroups(): Promise<void> {
  const rows = await all();
  const asked = fc.record({
    by: fc.constantFrom(...FIELDS.map((key) => `fields.${key}`)),
    filter: fc.array(valueFilter, { maxLength: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ by, filter }) => {
      const { data } = await expert.post(`${base}/thing/group`, { by, filter });
      const found = rows.filter((row) => filter.every((one) => holds(row, one)));
      const counts = new Map<string, number>();
      for (const row of found) {
        const key = keyOf(by, inOrder(answerIn(row, by)));
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      const groups: ListGroup[] = data.groups;
      const told = groups.map(({ value, count }) => [keyOf(by, inOrder(value)), count]);
      expect(Object.fromEntries(told)).toEqual(Object.fromEntries(counts));
      for (const group of groups) {
        const inside = await expert.post(`${base}/thing/query`, { filter: [...filter, ...group.filter], limit: 0 });
        expect(inside.data.matched).toBe(group.count);
      }
    }),
    { numRuns: 25 },
  );
}

describe("own fields in lists", () => {
  test("are sorted, filtered and grouped as a plain loop would, with a kept order and without", async () => {
    await expect
      .poll(listed)
      .toEqual(expect.arrayContaining(["about", "cv", "cv", "many", "note", "shirt", "size", "when"]));
    expect(await listed()).not.toContain("day");

    await checkQuestions(90);
    await checkMany(60);
    await checkGroups();
  }, 120_000);

  test("are so still after profiles have changed, moved and gone", async () => {
    const rows = await all();
    for (const [at, row] of rows.slice(0, 24).entries()) {
      if (at % 4 === 0) await expert.remove(`${base}/thing/${row.id}?rev=${row.rev}`);
      else if (at % 4 === 1) {
        const answers = { size: at, note: null, shirt: "l", cv: at % 8 === 1 ? await sent("b.pdf") : null };
        await expert.patch(`${base}/thing/${row.id}`, { rev: row.rev, fields: answers });
      } else if (at % 4 === 2)
        await expert.patch(`${base}/thing/${row.id}`, {
          rev: row.rev,
          status: "invited",
          type_id: types[at % types.length],
        });
      else await expert.patch(`${base}/thing/${row.id}`, { rev: row.rev, country: "PL" });
    }

    expect(await kept("size")).toBe((await all()).length);
    await checkQuestions(40);
    await checkMany(40);
  }, 120_000);

  test("of long texts and of several options have their order as well where they were marked before there was one", async () => {
    const kinds = ["many", "about"] as const;
    for (const { id } of kinds.map((key) => fields[key])) {
      await sql`delete from event_data_listed where field_id = ${id}`.execute(server.deps.database.write as never);
      await sql`delete from event_data_answer where of_field = ${id}`.execute(server.deps.database.write as never);
    }

    await asBefore(moreKinds.up);

    expect(await listed()).toEqual(expect.arrayContaining([...kinds]));
    for (const key of kinds) expect(await kept(key)).toBe((await all()).length);
    await checkQuestions(40);
    await checkGroups();
  }, 120_000);

  test("of files have their order by name as well where they were marked before there was one", async () => {
    const { write } = server.deps.database;
    const { id } = fields.cv;
    await sql`delete from event_data_listed where field_id = ${-id}`.execute(write);
    await sql`delete from event_data_answer where of_field = ${-id}`.execute(write);
    await checkQuestions(20);

    await asBefore(filesByName.up);

    const [row] = (await all()).slice(-1);
    await expert.patch(`${base}/thing/${row?.id}`, { rev: row?.rev, fields: { cv: await sent("A first.pdf") } });
    expect((await listed()).filter((key) => key === "cv")).toHaveLength(2);
    expect(await kept("cv")).toBe((await all()).length * 2);
    await checkQuestions(40);
    await checkGroups();
  }, 120_000);

  test("keep an order from the moment that they are marked, and none once they are not", async () => {
    const { data: saved } = await expert.patch(`${base}/field/${fields.day.id}`, {
      rev: 1,
      places: ["profile", "list"],
    });
    await expect.poll(listed).toContain("day");
    expect(await kept("day")).toBe((await all()).length);
    await checkQuestions(20);
    await expert.patch(`${base}/field/${fields.mail.id}`, { rev: 1, places: ["profile", "list"] });
    await expect.poll(listed).toContain("mail");
    await checkQuestions(40);

    await expert.post(`${base}/field/${fields.day.id}/archive`, { rev: saved.rev });
    await expect.poll(listed).not.toContain("day");
    await expect.poll(() => kept("day")).toBe(0);
  }, 120_000);

  test("that were there before the orders knew the country stand in them with it", async () => {
    const { write, dialect } = server.deps.database;
    const isSqlite = dialect.kind === "sqlite";
    // What came later than these orders, and writes them.
    const later = isSqlite
      ? await sql<{ name: string; text: string }>`select name, sql as text from sqlite_master
          where type = 'trigger' and (name like 'event_data_settled%' or name like 'event_data_complete%')`.execute(
          write,
        )
      : { rows: [] };
    for (const { name } of later.rows) await sql.raw(`drop trigger ${name}`).execute(write);
    for (const name of ["added", "removed", "saved"].map((one) => `event_data_answer_${one}`)) {
      const drop = isSqlite ? `drop trigger if exists ${name}` : `drop function ${name} cascade`;
      await sql.raw(drop).execute(write);
    }
    await sql`drop table event_data_answer`.execute(write);
    await sql`drop table event_data_listed`.execute(write);
    await write.transaction().execute((db) => answers.up(db, dialect));

    await write.transaction().execute((db) => answersByCountry.up(db, dialect));
    if (isSqlite) await sql`drop trigger event_data_answer_added`.execute(write);
    for (const { text } of later.rows) await sql.raw(text).execute(write);
    await asBefore(filesByName.up);

    const { rows } = await sql<{ own: string; of: string }>`select t.country as own, a.of_country as of
      from event_data_answer a join event_data_thing t on t.id = a.thing_id where t.country <> ''`.execute(write);
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.filter(({ own, of }) => own !== of)).toEqual([]);
    await checkQuestions(30);
    const [row] = (await all()).slice(-1);
    await expert.patch(`${base}/thing/${row?.id}`, { rev: row?.rev, country: "SE", fields: { size: 4 } });
    await checkQuestions(10);
  }, 120_000);
});
