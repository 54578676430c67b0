// What was kept for an undoing goes once nobody can ask for it, nor is at it.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tidyContext } from "../../../server/core/jobs/tidy.ts";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { UNDO_MINUTES } from "../contract.ts";
import { tidyUndo } from "../server/bulk/undoRows.ts";

const MINUTE = 60_000;

describe.each(testDatabases)("what acts on many keep, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  const deactivate = async (count: number) => {
    const people = [];
    for (let at = 0; at < count; at++) people.push((await aProfile(place, { last_name: `Kept ${at}` })).id);
    const act = { do: "deactivate" };
    const { data } = await place.asker.post(`${place.path}/thing/bulk`, {
      selection: { ids: people },
      act,
      mode: "apply",
    });
    return (await place.asker.finished(data.job.id)).data.id as number;
  };
  const kept = async (job: number) => {
    const { read } = server.deps.database;
    const { rows } = await sql<{ rows: number; acts: number }>`select
      (select count(*) from event_data_undo where job_id = ${job}) as rows,
      (select count(*) from event_data_act where job_id = ${job}) as acts`.execute(read);
    return [Number(rows[0]?.rows), Number(rows[0]?.acts)];
  };

  test("an hour after the last moment to begin, and of that act alone", async () => {
    const job = await deactivate(3);
    const tidied = async (minutes: number) => {
      await tidyUndo({ ...tidyContext(server.deps), now: new Date(Date.now() + (UNDO_MINUTES + minutes) * MINUTE) });
      return kept(job);
    };

    expect(await tidied(59)).toEqual([3, 1]);
    const { write } = server.deps.database;
    const later = new Date(Date.now() + 24 * 60 * MINUTE).toISOString();
    const other = await deactivate(2);
    await sql`update event_data_act set until = ${later} where job_id = ${other}`.execute(write);

    expect(await tidied(61)).toEqual([0, 0]);
    expect(await kept(other)).toEqual([2, 1]);
  });
});
