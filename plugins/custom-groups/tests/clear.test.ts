// A group with very many members is gone at once, and its members go in steps.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tidyContext } from "../../../server/core/jobs/tidy.ts";
import type { Db } from "../../../server/kernel/context.ts";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { CLEAR_JOB, clearSome, tidyMembers } from "../server/clear.ts";

const COUNT = 1300;

describe.each(testDatabases)("the removal of a group on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let base: string;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    base = `${place.path}/custom-group`;
  });
  afterAll(() => server.close());

  const aGroup = async (name: string) =>
    (await place.asker.post(base, { name, mode: "manual" })).data as { id: number; rev: number };
  const put = (groupId: number, ...ids: number[]) =>
    place.asker.post(`${base}/${groupId}/member`, { words: ids.map(String) });
  /** Members that need not be there. */
  const manyMembers = (groupId: number, count: number) =>
    sql`insert into custom_groups_member (event_id, group_id, thing_id, added_at)
      with recursive n (at) as (select 1 union all select at + 1 from n where at < ${sql.lit(count)})
      select ${sql.lit(place.eventId)}, ${sql.lit(groupId)}, 900000 + at, '2026-01-01T00:00:00.000Z' from n`.execute(
      server.deps.database.write,
    );
  const member = (groupId: number, thingId: number) =>
    sql`insert into custom_groups_member (event_id, group_id, thing_id, added_at)
      values (${place.eventId}, ${groupId}, ${thingId}, '2026-01-01T00:00:00.000Z')`.execute(
      server.deps.database.write,
    );
  const count = async (table: string, where: ReturnType<typeof sql>) => {
    const counted = sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)} where ${where}`;
    return Number((await counted.execute(server.deps.database.quick)).rows[0]?.rows);
  };
  const left = (groupId: number) => count("custom_groups_member", sql`group_id = ${groupId}`);

  test("takes as long as with few members: the others go afterwards, and the history tells them all at once", async () => {
    const one = await aProfile(place);
    const [many, other] = [await aGroup("Very many"), await aGroup("Others stay")];
    await put(many.id, one.id);
    await put(other.id, one.id);
    await manyMembers(many.id, COUNT);

    const removed = await place.asker.remove(`${base}/${many.id}?rev=${many.rev}`);

    expect(removed.status).toBe(200);
    const jobs = server.deps.database.quick.selectFrom("core_job").select("payload").where("kind", "=", CLEAR_JOB);
    expect((await jobs.execute()).map(({ payload }) => JSON.parse(payload))).toEqual([
      { groupId: many.id, members: COUNT + 1 },
    ]);
    await server.resting();
    expect([await left(many.id), await left(other.id)]).toEqual([0, 1]);
    const lines = await server.deps.database.quick
      .selectFrom("core_audit")
      .select("before")
      .where("object_type", "=", "custom-groups.group")
      .where("object_id", "=", String(many.id))
      .where("action", "=", "remove")
      .execute();
    expect(lines.map(({ before }) => JSON.parse(before ?? "").members)).toEqual([COUNT + 1]);
  });

  test("with few members takes them along", async () => {
    const group = await aGroup("Few");
    await manyMembers(group.id, 10);

    await place.asker.remove(`${base}/${group.id}?rev=${group.rev}`);

    expect(await left(group.id)).toBe(0);
  });

  test("that broke on its way is brought to its end", async () => {
    const there = await aGroup("There");
    await manyMembers(there.id, 3);
    const gone = 987_654;
    await manyMembers(gone, 700);

    for (let round = 0; round < 2; round += 1) await tidyMembers(tidyContext(server.deps));

    expect([await left(gone), await left(there.id)]).toEqual([0, 3]);
  });

  test("goes on where somebody else has just cleared the same members, and comes to its end", async () => {
    const gone = 987_656;
    await manyMembers(gone, COUNT);
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
    // It has found the same members by now, and waits for who takes them away.
    await new Promise((done) => setTimeout(done, 300));
    commit();

    expect(await Promise.all([first, second])).toEqual([true, true]);
    while (await write.transaction().execute(clear));
    expect(await left(gone)).toBe(0);
  });

  test("has its members be in nothing meanwhile, whatever becomes of them", async () => {
    const values = { type_id: place.types[2], first_name: "", last_name: "", name: "Cleared Meanwhile" };
    const [keep, drop, leaving] = [await aProfile(place, values), await aProfile(place, values), await aProfile(place)];
    const there = await aGroup("Counted");
    await put(there.id, keep.id);
    const gone = 987_657;
    for (const { id } of [keep, drop, leaving]) await member(gone, id);
    const stale = () => count("core_beside_stale", sql`thing_id in (${keep.id}, ${drop.id}, ${leaving.id})`);
    const of = ({ id, rev }: { id: number; rev: number }) => ({ id, rev });

    const groups = (await place.asker.get(`${place.path}/thing/${keep.id}/custom-group`)).data as { id: number }[];
    const compared = await place.asker.get(`${place.path}/duplicate/compare?one=${keep.id}&other=${drop.id}`);
    const draft = { selection: { ids: [leaving.id] }, act: { do: "remove", confirm: 1 }, mode: "apply" };
    const { job } = (await place.asker.post(`${place.path}/thing/bulk`, draft)).data;
    await place.asker.finished(job.id);
    const undoing = (await place.asker.post(`${place.path}/thing/bulk/${job.id}/undo`, {})).data.job;
    const { result } = (await place.asker.finished(undoing.id)).data;
    const merged = await place.asker.post(`${place.path}/thing/merge`, { keep: of(keep), drop: of(drop), take: [] });
    const noted = await stale();
    while (await clearSome(server.deps.database.write as unknown as Db, gone));

    expect(groups.map(({ id }) => id)).toEqual([there.id]);
    expect(compared.data.attached).toContainEqual({ label: "custom-groups:title", one: 1, other: 0 });
    expect([result.changed, result.losses ?? []]).toEqual([1, []]);
    expect(merged.status).toBe(201);
    expect([await left(gone), await stale()]).toEqual([0, noted]);
  });
});
