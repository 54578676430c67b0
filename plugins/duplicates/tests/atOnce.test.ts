// What somebody attaches to a profile while it is being merged.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";

describe.each(testDatabases)("merges that others write beside, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  test("a link that is being made while one of the two goes into the other goes along", async () => {
    const [keep, drop, other] = [await aProfile(place), await aProfile(place), await aProfile(place)];
    const end = { label: "knows", category: 1, types: [] };
    const draft = { name: "Knows", from: end, to: end, cardinality: "many-many" };
    const { id: kindId } = (await place.asker.post(`${place.path}/relationship`, draft)).data;
    const { write } = server.deps.database;
    let merging: Promise<{ status: number }> | undefined;

    await write.transaction().execute(async (db) => {
      await sql`update event_data_version set version = version + 1 where event_id = ${place.eventId}`.execute(db);
      const at = new Date().toISOString();
      await sql`insert into relationships_link (event_id, kind_id, from_id, to_id, source, created_at)
        values (${place.eventId}, ${kindId}, ${drop.id}, ${other.id}, 'hand', ${at})`.execute(db);
      const [one, two] = [keep, drop].map(({ id, rev }) => ({ id, rev }));
      merging = place.asker.post(`${place.path}/thing/merge`, { keep: one, drop: two, take: [] });
      await new Promise((done) => setTimeout(done, 1000));
    });

    expect((await merging)?.status).toBe(201);
    const { rows } = await sql`select from_id, to_id from relationships_link where kind_id = ${kindId}`.execute(write);
    expect(rows).toEqual([{ from_id: keep.id, to_id: other.id }]);
  });
});
