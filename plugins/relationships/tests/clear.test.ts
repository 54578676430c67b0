// A kind with very many links is gone at once, and its links go in steps.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tidyContext } from "../../../server/core/jobs/tidy.ts";
import type { Db } from "../../../server/kernel/context.ts";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { CLEAR_JOB, clearSome, tidyLinks } from "../server/clear.ts";

const COUNT = 2500;

describe.each(testDatabases)("the removal of a kind on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let base: string;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    base = `${place.path}/relationship`;
  });
  afterAll(() => server.close());

  const end = (label: string) => ({ label, category: null, types: [] });
  const aKind = async (name: string) => {
    const draft = { name, cardinality: "many-many", from: end("knows"), to: end("is known by") };
    return (await place.asker.post(base, draft)).data as { id: number; rev: number };
  };
  /** Links of one profile to others that need not be there. */
  const manyLinks = (kindId: number, from: number, count: number) =>
    sql`insert into relationships_link (event_id, kind_id, from_id, to_id, source, created_at)
      with recursive n (at) as (select 1 union all select at + 1 from n where at < ${sql.lit(count)})
      select ${sql.lit(place.eventId)}, ${sql.lit(kindId)}, ${sql.lit(from)}, 900000 + at, 'import', '2026-01-01T00:00:00.000Z'
      from n`.execute(server.deps.database.write);
  const left = async (kindId: number) => {
    const counted = sql<{ links: number }>`select count(*) as links from relationships_link where kind_id = ${kindId}`;
    return Number((await counted.execute(server.deps.database.quick)).rows[0]?.links);
  };

  test("takes as long as with few links: the others go afterwards, and the history tells them all at once", async () => {
    const hub = await aProfile(place);
    const [many, other] = [await aKind("Very many"), await aKind("Others stay")];
    await manyLinks(many.id, hub.id, COUNT);
    await place.asker.post(`${base}/${other.id}/link`, { from: hub.id, to: (await aProfile(place)).id });

    const removed = await place.asker.remove(`${base}/${many.id}?rev=${many.rev}`);

    expect(removed.status).toBe(200);
    const jobs = server.deps.database.quick.selectFrom("core_job").select("payload").where("kind", "=", CLEAR_JOB);
    expect((await jobs.execute()).map(({ payload }) => JSON.parse(payload))).toEqual([
      { kindId: many.id, links: COUNT },
    ]);
    const kinds = (await place.asker.get(base)).data as { id: number }[];
    expect(kinds.map(({ id }) => id)).not.toContain(many.id);
    const seen = (await place.asker.get(`${place.path}/thing/${hub.id}/relationship`)).data as { kind_id: number }[];
    expect(seen.map(({ kind_id }) => kind_id)).toEqual([other.id]);
    await server.resting();
    expect([await left(many.id), await left(other.id)]).toEqual([0, 1]);
    const lines = await server.deps.database.quick
      .selectFrom("core_audit")
      .select(["action", "before"])
      .where("object_type", "=", "relationships.kind")
      .where("object_id", "=", String(many.id))
      .where("action", "=", "remove")
      .execute();
    expect(lines.map(({ before }) => JSON.parse(before ?? "").links)).toEqual([COUNT]);
  });

  test("with few links takes them along", async () => {
    const kind = await aKind("Few");
    await manyLinks(kind.id, (await aProfile(place)).id, 10);

    await place.asker.remove(`${base}/${kind.id}?rev=${kind.rev}`);

    expect(await left(kind.id)).toBe(0);
  });

  test("that broke on its way is brought to its end", async () => {
    const hub = await aProfile(place);
    const there = await aKind("There");
    await manyLinks(there.id, hub.id, 3);
    const gone = 987_654;
    await manyLinks(gone, hub.id, 1500);

    for (let round = 0; round < 3; round += 1) await tidyLinks(tidyContext(server.deps));

    expect([await left(gone), await left(there.id)]).toEqual([0, 3]);
  });

  test("goes on where somebody else has just cleared the same links, and comes to its end", async () => {
    const hub = await aProfile(place);
    const gone = 987_656;
    await manyLinks(gone, hub.id, COUNT);
    const { write } = server.deps.database;
    const clear = (db: unknown) => clearSome(db as Db, gone);
    let commit = () => {};
    const held = new Promise<void>((done) => {
      commit = done;
    });
    let begun = () => {};
    const cleared = new Promise<void>((done) => {
      begun = done;
    });
    const first = write.transaction().execute(async (db) => {
      const isMore = await clear(db);
      begun();
      await held;
      return isMore;
    });
    await cleared;
    const second = write.transaction().execute(clear);
    // It has found the same links by now, and waits for who takes them away.
    await new Promise((done) => setTimeout(done, 300));
    commit();

    expect(await Promise.all([first, second])).toEqual([true, true]);
    while (await write.transaction().execute(clear));
    expect(await left(gone)).toBe(0);
  });

  test("has nobody told of its links who is merged or taken out meanwhile", async () => {
    const values = { type_id: place.types[2], first_name: "", last_name: "", name: "Counted Meanwhile" };
    const [one, other] = [await aProfile(place, values), await aProfile(place, values)];
    const there = await aKind("Counted");
    await place.asker.post(`${base}/${there.id}/link`, { from: one.id, to: (await aProfile(place)).id });
    const gone = 987_657;
    await manyLinks(gone, one.id, 3);

    const compared = await place.asker.get(`${place.path}/duplicate/compare?one=${one.id}&other=${other.id}`);
    const draft = { selection: { ids: [one.id] }, act: { do: "remove", confirm: 1 }, mode: "apply" };
    const { job } = (await place.asker.post(`${place.path}/thing/bulk`, draft)).data;
    await place.asker.finished(job.id);
    const undoing = (await place.asker.post(`${place.path}/thing/bulk/${job.id}/undo`, {})).data.job;
    const { result } = (await place.asker.finished(undoing.id)).data;

    expect(compared.data.attached).toContainEqual({ label: "relationships:title", one: 1, other: 0 });
    expect([result.changed, result.losses ?? []]).toEqual([1, []]);
    expect([await left(there.id), await left(gone)]).toEqual([1, 3]);
  });

  test("shows none of its links in the column of lists meanwhile", async () => {
    const [one, other] = [await aProfile(place), await aProfile(place)];
    const there = await aKind("Shown");
    await place.asker.post(`${base}/${there.id}/link`, { from: one.id, to: other.id });
    await manyLinks(987_658, one.id, 3);

    const asked = { columns: ["beside.relationships.links"], ids: [one.id, other.id] };
    const { data } = await place.asker.post(`${place.path}/thing/column`, asked);

    expect(data.map(({ values }: { values: object }) => values)).toEqual([
      { "beside.relationships.links": 1 },
      { "beside.relationships.links": 1 },
    ]);
  });

  test("has a merge of one of its profiles leave its links alone meanwhile", async () => {
    const values = { type_id: place.types[2], first_name: "", last_name: "", name: "Cleared Meanwhile" };
    const [keep, drop] = [await aProfile(place, values), await aProfile(place, values)];
    const gone = 987_655;
    await manyLinks(gone, drop.id, 3);
    const of = ({ id, rev }: { id: number; rev: number }) => ({ id, rev });

    const merged = await place.asker.post(`${place.path}/thing/merge`, { keep: of(keep), drop: of(drop), take: [] });

    expect(merged.status).toBe(201);
    expect(await left(gone)).toBe(3);
  });
});
