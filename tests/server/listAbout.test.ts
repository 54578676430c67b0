// Where many match in a large list, nobody waits for a count: the estimate is made while the page is read.
import { afterAll, beforeAll, expect, test } from "vitest";
import { thingList } from "../../plugins/event-data/server/list.ts";
import { someValues } from "../../plugins/event-data/tests/factories.ts";
import { makeThings } from "../../plugins/event-data/tests/makeThings.ts";
import { isSlow } from "../../server/db/lane.ts";
import type { Db } from "../../server/kernel/context.ts";
import { sql } from "../../server/kernel/index.ts";
import type { ListSpec } from "../../server/kernel/list.ts";
import { listRows } from "../../server/kernel/listAnswer.ts";
import { app, type TestApp, testDatabase } from "../support/app.ts";
import { heard } from "../support/heard.ts";

/** More than are put in order one by one. */
const MANY = 8200;
const LARGE = 100_000;

let server: TestApp;
let list: ListSpec;
beforeAll(async () => {
  server = await app();
  const { read, dialect } = server.deps.database;
  const types: { id: number }[] = (await (await server.as("owner")).get("/1/api/type")).data;
  const name = (at: number) => `Tamsin ${at % 90}`;
  await makeThings(
    server,
    Array.from({ length: MANY }, (_, at) =>
      someValues({ type_id: types[0]?.id as number, name: name(at), last_name: name(at) }),
    ),
  );
  list = await thingList(read as unknown as Db, dialect, server.bigEventId, {}, server.deps.offered, []);
});
afterAll(() => server.close());

const isSample = (statement: string) => /as there\b/.test(statement);
/** Nobody waits for the count, which asks the index as well. */
const isLookUp = (statement: string) => statement.includes("event_data_search match") && !isSlow(statement);
/** That finds where the first part of the order ends, and is asked before the sample, reads no page. */
const isPage = (statement: string) =>
  /order by .* limit/s.test(statement) && !/^\s*with keys\b/.test(statement) && !isSlow(statement);

/** From this on whoever asks through `db` knows that the list is large. */
async function makeLarge(db: Db) {
  const { dialect, write } = server.deps.database;
  const event = server.bigEventId;
  await sql`update event_data_thing_tally set count = count + ${LARGE} where event_id = ${event}
    and rowid in (select rowid from event_data_thing_tally where event_id = ${event} limit 1)`.execute(write);
  await listRows(db, dialect, list, { search: "tamsin 1", limit: 1 });
}

test.runIf(testDatabase === "sqlite")("words are looked up by three signs of each, the rarest", async () => {
  const looked: unknown[] = [];
  const db = heard(server, ({ sql: statement, parameters }) => {
    if (statement.includes("event_data_search match"))
      looked.push(...parameters.filter((one) => /^"/.test(String(one))));
  });

  const { rows } = await listRows(db, server.deps.database.dialect, list, { search: "tamsin 77", limit: 200 });

  expect(rows.map(({ name }) => name)).toEqual(Array.from({ length: MANY / 90 }, () => "Tamsin 77").slice(0, 91));
  expect(looked[0]).toBe('"tam" " 77"');
});

test.runIf(testDatabase === "sqlite")(
  "the estimate of a large list is begun with its page, and its count is not waited for",
  async () => {
    const { dialect } = server.deps.database;
    let sampled: () => void = () => undefined;
    const sample = new Promise<void>((resolve) => {
      sampled = resolve;
    });
    let counted: () => void = () => undefined;
    const count = new Promise<void>((resolve) => {
      counted = resolve;
    });
    let isHeld = false;
    const db = heard(server, async ({ sql: statement }) => {
      if (!isHeld) return;
      if (isSample(statement)) sampled();
      else if (isSlow(statement)) await count;
      else if (isPage(statement)) await sample;
    });
    await makeLarge(db);
    isHeld = true;
    const answer = await listRows(db, dialect, list, { search: "tamsin", limit: 10, counts: "about" });
    counted();

    expect(answer).toMatchObject({ about: true, rows: { length: 10 } });
  },
);

test.runIf(testDatabase === "sqlite")(
  "of a large list what a sample often finds is not looked up in the index before its page",
  async () => {
    const asked: string[] = [];
    const db = heard(server, ({ sql: statement }) => void asked.push(statement));
    await makeLarge(db);
    asked.length = 0;

    const often = await listRows(db, server.deps.database.dialect, list, {
      search: "tams",
      limit: 10,
      counts: "about",
    });
    const beforePage = asked.slice(0, asked.findIndex(isPage));
    asked.length = 0;
    const seldom = await listRows(db, server.deps.database.dialect, list, { search: "tams 88", limit: 10 });

    expect([often.rows.length, seldom.rows.length, seldom.matched]).toEqual([10, 10, Math.floor(MANY / 90)]);
    expect(beforePage.filter(isLookUp)).toEqual([]);
    expect(asked.slice(0, asked.findIndex(isPage)).some(isLookUp)).toBe(true);
  },
);

test.runIf(testDatabase === "sqlite")(
  "where a large list is looked at is found out once until it changes",
  async () => {
    const asked: string[] = [];
    const db = heard(server, ({ sql: statement }) => void asked.push(statement));
    const { dialect } = server.deps.database;
    await makeLarge(db);
    const samples = async (search: string) => {
      asked.length = 0;
      await listRows(db, dialect, list, { search, limit: 10, counts: "about" });
      return asked.filter((statement) => isSample(statement) || /as low\b/.test(statement)).map(isSample);
    };
    await samples("tam");

    const same = await samples("tams");
    const [type] = (await (await server.as("owner")).get("/1/api/type")).data;
    await makeThings(server, [someValues({ type_id: type.id, name: "Tamsin Last", last_name: "Tamsin Last" })]);
    const changed = await samples("tamsi");

    expect(same).toEqual([true]);
    expect(changed).toEqual([true, false, true]);
  },
);
