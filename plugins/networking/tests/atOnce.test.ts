// A meeting with somebody who leaves at the same moment.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";

describe.each(testDatabases)("meetings on %s", () => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app();
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  test("nobody is met who is being removed meanwhile", async () => {
    const [leaving, staying] = [await aProfile(place), await aProfile(place)];
    const at = (minutes: number) => new Date(Math.ceil(Date.now() / 6e4) * 6e4 + minutes * 6e4).toISOString();
    const meeting = { participants: [leaving.id, staying.id], location_id: null, message: "", state: "accepted" };
    let answer: Promise<{ status: number }> | undefined;

    await server.deps.database.write.transaction().execute(async (db) => {
      await sql`update event_data_version set version = version + 1 where event_id = ${place.eventId}`.execute(db);
      await sql`delete from event_data_thing where id = ${leaving.id}`.execute(db);
      answer = place.asker.post(`${place.path}/meeting`, { ...meeting, start: at(5000), end: at(5030) });
      await new Promise((done) => setTimeout(done, 1000));
    });

    expect((await answer)?.status).toBeGreaterThanOrEqual(400);
    const { rows } = await sql`select * from networking_participant where thing_id = ${leaving.id}`.execute(
      server.deps.database.write,
    );
    expect(rows).toEqual([]);
  });
});
