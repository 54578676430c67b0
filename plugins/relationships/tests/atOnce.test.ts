// Several people who name and order the kinds of an event at the same moment.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";

describe.each(testDatabases)("kinds of relationships on %s", () => {
  let server: TestApp;
  let place: Place;
  let base: string;
  let ids: number[];
  beforeAll(async () => {
    server = await app();
    place = await aPlace(server);
    base = `${place.path}/relationship`;
    const end = { label: "sees", category: 1, types: [] };
    const create = (name: string) => place.asker.post(base, { name, from: end, to: end, cardinality: "many-many" });
    ids = [];
    for (const name of ["One", "Two", "Three", "Four"]) ids.push((await create(name)).data.id);
  });
  afterAll(() => server.close());

  test("of several who give one name at once, one has it and the others are told that it is taken", async () => {
    const answers = await Promise.all(ids.map((id) => place.asker.patch(`${base}/${id}`, { rev: 1, name: "Same" })));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const refused = answers.filter(({ status }) => status === 400).map(({ error }) => error.code);
    expect(new Set(refused)).toEqual(new Set(["relationships.name_taken"]));
  });

  test("orders that are given at once are all kept, one after the other", async () => {
    const turned = [...ids].reverse();
    const order = (_: unknown, at: number) => place.asker.put(`${base}/order`, { ids: at % 2 ? ids : turned });
    const answers = await Promise.all(Array.from({ length: 8 }, order));

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const now = (await place.asker.get(base)).data.map(({ id }: { id: number }) => id);
    expect([ids, turned]).toContainEqual(now);
  });

  test("a profile that is being removed is not linked meanwhile", async () => {
    const [leaving, staying] = [await aProfile(place), await aProfile(place)];
    let linking: Promise<{ status: number }> | undefined;

    await server.deps.database.write.transaction().execute(async (db) => {
      await sql`update event_data_version set version = version + 1 where event_id = ${place.eventId}`.execute(db);
      await sql`delete from event_data_thing where id = ${leaving.id}`.execute(db);
      linking = place.asker.post(`${base}/${ids[0]}/link`, { from: leaving.id, to: staying.id });
      await new Promise((done) => setTimeout(done, 1000));
    });

    expect((await linking)?.status).toBe(404);
    const { rows } = await sql`select id from relationships_link where from_id = ${leaving.id}`.execute(
      server.deps.database.write,
    );
    expect(rows).toEqual([]);
  });
});
