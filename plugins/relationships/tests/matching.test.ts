// Links of a kind that are found by how and when they were made, and taken away together.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";

describe.each(testDatabases)("links that a question finds, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let base: string;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    const end = (label: string) => ({ label, category: null, types: [] });
    const draft = { name: "Found", cardinality: "many-many", from: end("knows"), to: end("is known by") };
    base = `${place.path}/relationship/${(await place.asker.post(`${place.path}/relationship`, draft)).data.id}`;
  });
  afterAll(() => server.close());

  const link = async (from: { id: number }, to: { id: number }) =>
    (await place.asker.post(`${base}/link`, { from: from.id, to: to.id })).data as { id: number };
  const rows = async () => (await place.asker.post(`${base}/link/query`, {})).data.rows as { id: number }[];

  test("those of yesterday's file are taken away but for one that was unticked, told as one, and put back", async () => {
    const [ada, bo, cy, di] = [
      await aProfile(place),
      await aProfile(place),
      await aProfile(place),
      await aProfile(place),
    ];
    const own = await link(ada, bo);
    const [first, second, third] = [await link(ada, cy), await link(ada, di), await link(bo, cy)];
    const { write } = server.deps.database;
    await sql`update relationships_link set source = 'import' where id <> ${own.id}`.execute(write);
    const before = await rows();

    const question = { filter: [{ field: "source", op: "in", value: ["import"] }] };
    const { data } = await place.asker.post(`${base}/link/remove`, { question, except: [third?.id] });
    const left = (await rows()).map(({ id }) => id);
    const back = await place.asker.post(`${base}/link/back`, { links: data.links });

    expect(data.removed).toBe(2);
    expect(left.sort()).toEqual([own.id, third?.id].sort());
    expect(left).not.toContain(first?.id);
    expect(left).not.toContain(second?.id);
    expect(back.data.made).toBe(2);
    expect(await rows()).toHaveLength(before.length);
  });

  test("by the words of their profiles; links of another kind stay", async () => {
    const [known, other] = [await aProfile(place, { last_name: "Wordington" }), await aProfile(place)];
    const end = (label: string) => ({ label, category: null, types: [] });
    const draft = { name: "Found elsewhere", cardinality: "many-many", from: end("met"), to: end("was met by") };
    const { data: kind } = await place.asker.post(`${place.path}/relationship`, draft);
    const elsewhere = `${place.path}/relationship/${kind.id}/link`;
    await place.asker.post(elsewhere, { from: known.id, to: other.id });
    await link(known, other);
    const before = await rows();

    const { data } = await place.asker.post(`${base}/link/remove`, { question: { search: "Wordington" } });

    expect(data.removed).toBe(1);
    expect(await rows()).toHaveLength(before.length - 1);
    expect((await place.asker.post(`${elsewhere}/query`, {})).data.total).toBe(1);
  });

  test("of more than can be put back together none is taken away, and it is said why", async () => {
    const crowd = await aProfile(place);
    const { write } = server.deps.database;
    const kindId = Number(base.split("/").at(-1));
    const numbers = sql`with recursive n(x) as (select 1 union all select x + 1 from n where x < 5001)`;
    await sql`${numbers} insert into relationships_link (event_id, kind_id, from_id, to_id, source, created_at)
      select ${place.eventId}, ${kindId}, ${crowd.id}, 1000000 + x, 'match', '2026-06-01T09:00:00.000Z' from n`.execute(
      write,
    );

    const refused = await place.asker.post(`${base}/link/remove`, {
      question: { filter: [{ field: "source", op: "eq", value: "match" }] },
    });

    expect(refused.error.code).toBe("relationships.too_many");
    const filter = [{ field: "source", op: "eq", value: "match" }];
    expect((await place.asker.post(`${base}/link/query`, { filter })).data.matched).toBe(5001);
  });
});
