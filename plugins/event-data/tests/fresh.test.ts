// What the database makes of new profiles, on SQLite after their rows: words to be found by, answers to be sorted by, the tally.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#server";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import { createMany } from "../server/bulk/writeMany.ts";
import { createThing } from "../server/repository.ts";
import { someValues } from "./factories.ts";

let server: TestApp;
let editor: Asker;
let eventId: number;
let typeId: number;
const NOW = "2026-02-01T00:00:00.000Z";

beforeAll(async () => {
  server = await app({ areaDemo: true });
  editor = await server.as("expert");
  eventId = server.bigEventId;
  [{ id: typeId }] = (await editor.get("/1/api/type")).data;
});
afterAll(() => server.close());

const onSqlite = () => server.deps.database.dialect.kind === "sqlite";
const write = () => server.deps.database.write;

/** As somebody would who forgets to tell the lists. */
const putIn = (id: number, word: string) => sql`insert into event_data_thing
    (id, event_id, type_id, status, created_at, updated_at, search, name, name_key)
  values (${id}, ${eventId}, ${typeId}, 'active', ${NOW}, ${NOW}, ${`  ${word}`}, ${word}, ${word})`;

async function named(word: string): Promise<string[]> {
  const { data } = await editor.post(`/1/api/container/${eventId}/thing/query`, { search: word, limit: 10 });
  return data.rows.map(({ name }: { name: string }) => name);
}

/** Everything that follows from profiles says of each what its row says. */
async function expectSettled() {
  if (!onSqlite()) return;
  const waiting = await sql`select id from event_data_fresh`.execute(write());
  expect(waiting.rows).toEqual([]);
  // Throws where a word of a profile is missing, or one too many is there.
  await sql`insert into event_data_search (event_data_search, rank) values ('integrity-check', 1)`.execute(write());
  const missing =
    await sql`select t.id, l.key from event_data_thing t join event_data_listed l on l.event_id = t.event_id
    where not exists (select 1 from event_data_answer a where a.of_event = t.event_id and a.of_field = l.field_id
      and a.thing_id = t.id)`.execute(write());
  expect(missing.rows).toEqual([]);
  const strays =
    await sql`select thing_id from event_data_answer where thing_id not in (select id from event_data_thing)`;
  expect((await strays.execute(write())).rows).toEqual([]);
}

test("profiles are found by their words once they are there, one or many", async () => {
  const one = someValues({ type_id: typeId, name: "Quixotic Single", email: "single@fresh.example" });
  const many = ["Quixotic First", "Quixotic Second"].map((name, at) =>
    someValues({ type_id: typeId, name, email: `many${at}@fresh.example`, fields: { registration_id: `R${at}` } }),
  );
  const { dialect } = server.deps.database;
  await write()
    .transaction()
    .execute(async (db) => {
      await createThing(db as never, eventId, one, NOW);
      await (await createMany(db as never, dialect, eventId, many, NOW)).done;
    });

  expect((await named("quixotic")).sort()).toEqual(["Quixotic First", "Quixotic Second", "Quixotic Single"]);
  await expectSettled();
});

test("what is undone leaves nothing to be found", async () => {
  const undone = write()
    .transaction()
    .execute(async (db) => {
      await createThing(db as never, eventId, someValues({ type_id: typeId, name: "Zymurgy Undone" }), NOW);
      throw new Error("no");
    });

  await expect(undone).rejects.toThrow("no");
  expect(await named("zymurgy")).toEqual([]);
  await expectSettled();
});

test("a profile of which no list was told is saved and removed like any other", async (context) => {
  if (!onSqlite()) return context.skip();
  await putIn(9_000_001, "xylophone").execute(write());
  await sql`update event_data_thing set search = '  marimba', fields = '{"diet":"vegan"}' where id = 9000001`.execute(
    write(),
  );
  await expectSettled();
  expect(await named("marimba")).toEqual(["xylophone"]);

  await putIn(9_000_002, "glockenspiel").execute(write());
  await sql`delete from event_data_thing where id in (9000001, 9000002)`.execute(write());
  await expectSettled();

  await putIn(9_000_003, "vibraphone").execute(write());
  await createThing(write() as never, eventId, someValues({ type_id: typeId, name: "Somebody Else" }), NOW);
  await expectSettled();
  expect(await named("vibraphone")).toEqual(["vibraphone"]);
  await sql`delete from event_data_thing where id = 9000003`.execute(write());
});

test("putting profiles in can fail only as a whole, so that SQLite keeps no copy of the pages that change", async (context) => {
  if (!onSqlite()) return context.skip();
  const texts: string[] = [];
  const { dialect } = server.deps.database;
  const many = Array.from({ length: 350 }, (_, at) => someValues({ type_id: typeId, email: `e${at}@fresh.example` }));
  await write()
    .transaction()
    .execute(async (db) => {
      const connection = await db.getExecutor().provideConnection(async (one) => one);
      const asked = connection.executeQuery;
      connection.executeQuery = (query, ...rest) => {
        texts.push(query.sql);
        return asked.call(connection, query, ...rest) as never;
      };
      await (await createMany(db as never, dialect, eventId, many, NOW)).done;
      connection.executeQuery = asked;
    });
  const insert = texts.find((one) => one.startsWith(`insert or rollback into "event_data_thing"`));
  expect(insert).toBeDefined();

  const { rows } = await sql
    .raw<{ opcode: string; p1: number; p2: number }>(`explain ${insert?.replaceAll("?", "1")}`)
    .execute(write());
  const opcodes = rows.map(({ opcode }) => opcode);
  expect(opcodes).toContain("Program");
  // Functions, virtual tables, and what ends a statement but not its transaction.
  expect(opcodes.filter((one) => /^(Function|PureFunc|VUpdate|VBegin|FkCounter)$/.test(one))).toEqual([]);
  expect(rows.filter(({ opcode, p1, p2 }) => /^Halt/.test(opcode) && p1 !== 0 && p2 === 2)).toEqual([]);
});
