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
const isPage = (statement: string) => /order by .* limit/s.test(statement) && !isSlow(statement);

test.runIf(testDatabase === "sqlite")(
  "the estimate of a large list is begun with its page, and its count is not waited for",
  async () => {
    const { dialect, write } = server.deps.database;
    const event = server.bigEventId;
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
    await sql`update event_data_thing_tally set count = count + ${LARGE} where event_id = ${event}
    and rowid in (select rowid from event_data_thing_tally where event_id = ${event} limit 1)`.execute(write);
    // From this on it is known to be large.
    await listRows(db, dialect, list, { search: "tamsin 1", limit: 1 });

    isHeld = true;
    const answer = await listRows(db, dialect, list, { search: "tamsin", limit: 10, counts: "about" });
    counted();

    expect(answer).toMatchObject({ about: true, rows: { length: 10 } });
  },
);
