// Times of participants who leave at the same moment.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { ofThing } from "./factories.ts";

describe.each(testDatabases)("times of who is leaving, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  /** What comes of a request that is sent while somebody is being removed. */
  const whileLeaving = async <Answer>(id: number, send: () => Promise<Answer>): Promise<Answer> => {
    let sent: Promise<Answer> | undefined;
    await server.deps.database.write.transaction().execute(async (db) => {
      await sql`update event_data_version set version = version + 1 where event_id = ${place.eventId}`.execute(db);
      await sql`delete from event_data_thing where id = ${id}`.execute(db);
      sent = send();
      await new Promise((done) => setTimeout(done, 1000));
    });
    return sent as Promise<Answer>;
  };
  const kept = async (id: number) => {
    const { write } = server.deps.database;
    return (await sql`select thing_id from availability_times where thing_id = ${id}`.execute(write)).rows;
  };

  test("nothing is kept of a participant who is being removed meanwhile", async () => {
    const leaving = await aProfile(place);

    const { status } = await whileLeaving(leaving.id, () =>
      place.asker.put(ofThing(place, leaving), { rev: 0, windows: [] }),
    );

    expect(status).toBe(404);
    expect(await kept(leaving.id)).toEqual([]);
  });

  test("nor is it by an act on many", async () => {
    const [leaving, staying] = [await aProfile(place), await aProfile(place)];
    const selection = { ids: [leaving.id, staying.id] };
    const act = { do: "other", act: "availability.set", with: { windows: [] } };

    const { data } = await whileLeaving(leaving.id, async () => {
      const started = await place.asker.post(`${place.path}/thing/bulk`, { selection, act, mode: "apply" });
      return place.asker.finished(started.data.job.id);
    });

    expect(data.state).toBe("done");
    expect([await kept(leaving.id), await kept(staying.id)]).toEqual([[], [{ thing_id: staying.id }]]);
  });
});
