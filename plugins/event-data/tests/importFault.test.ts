// A fault in the middle of an import is told as what it is, and nothing of its transaction stays.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ImportContext } from "#server";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { contextOf } from "../../../tests/support/cutOff.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { importThings } from "../server/import/importThings.ts";

const JOB = 987_653;

describe.each(testDatabases)("an import that the database fails, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  const run = (statement: string) => sql.raw(statement).execute(server.deps.database.write);
  const counted = async (table: string, where: string) => {
    const asked = sql<{ n: number | string }>`select count(*) as n from ${sql.table(table)} where ${sql.raw(where)}`;
    return Number((await asked.execute(server.deps.database.write)).rows[0]?.n);
  };

  const isSqlite = () => server.deps.database.dialect.kind === "sqlite";

  /** Has the database refuse whoever is called Faulty when that is done to a profile. */
  const breakAt = async (event: "insert" | "update") => {
    if (isSqlite())
      return run(`create trigger fault before ${event} on event_data_thing when new.last_name = 'Faulty'
        begin select raise(abort, 'fault of the test'); end`);
    await run(`create function fault() returns trigger language plpgsql as
      $$ begin raise exception 'fault of the test' using errcode = '40P01'; end $$`);
    return run(`create trigger fault before ${event} on event_data_thing for each row
      when (new.last_name = 'Faulty') execute function fault()`);
  };
  const mend = () => run(isSqlite() ? "drop trigger fault" : "drop function fault() cascade");

  const importing = (lines: readonly string[]) => {
    const { context } = contextOf(server, { id: JOB, payload: {} });
    const input = async function* () {
      yield Buffer.from(["First name,Last name,Email", ...lines].join("\n"));
    };
    const own = { input, eventId: place.eventId, follow: async () => {}, isAwaited: () => false };
    const options = { mode: "apply", key: "email", clearsBlanks: false, write: "both", locale: "en-gb" } as const;
    return importThings({ ...context, ...own } as unknown as ImportContext, {
      ...{ ...options, typeId: place.types[1], keepsBefore: true },
    });
  };
  const people = (count: number, from = 0) =>
    Array.from({ length: count }, (_, at) => `New,One ${from + at},${from + at}@fault.example`);

  const nothingStays = async () => {
    expect(await counted("event_data_thing", "email_key like '%@fault.example' and last_name <> 'Byron'")).toBe(0);
    expect(await counted("event_data_undo", `job_id = ${JOB}`)).toBe(0);
    expect(await counted("event_data_act", `job_id = ${JOB}`)).toBe(0);
  };

  test("tells the first fault, and not what only follows it", async () => {
    await aProfile(place, { type_id: place.types[1], email: "known@fault.example" });
    await breakAt("update");

    await expect(importing([...people(990), "Ada,Faulty,known@fault.example"])).rejects.toThrow("fault of the test");
    await mend();
    await nothingStays();
  });

  test("tells it also where the next rows were looked at before anybody waited for it", async () => {
    await breakAt("insert");

    const lines = [...people(1500), "Ada,Faulty,new@fault.example", ...people(2500, 1500)];
    await expect(importing(lines)).rejects.toThrow("fault of the test");
    await mend();
    await nothingStays();
  });
});
