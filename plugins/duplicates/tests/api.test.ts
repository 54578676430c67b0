import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { type Things, thingsKey } from "../../event-data/offers.ts";
import { aPng } from "../../event-data/tests/pictures.ts";
import { queueOf, surnameFor } from "./queue.ts";

describe.each(testDatabases)("duplicates on %s", () => {
  let server: TestApp;
  let place: Place;
  let base: string;
  let now = Date.parse("2026-03-01T09:00:00.000Z");
  let surname = "";
  let count = 0;
  beforeAll(async () => {
    server = await app({ now: () => new Date(now) });
    place = await aPlace(server);
    base = `${place.path}/duplicate`;
  });
  beforeEach(() => {
    count += 1;
    surname = surnameFor(count);
  });
  afterAll(() => server.close());

  const { search, pairs, twins } = queueOf(
    () => place,
    () => surname,
  );
  /** Whether two are in the queue as a pair, which tells them only while both are there. */
  const isQueued = async (...two: readonly { id: number }[]) => {
    const ids = sql.join(two.map(({ id }) => id));
    const found = sql`select 1 from duplicates_pair where one_id in (${ids}) and other_id in (${ids})`;
    return (await found.execute(server.deps.database.quick)).rows.length > 0;
  };
  const mergeOf = (keep: { id: number; rev: number }, drop: { id: number; rev: number }, take: string[] = []) =>
    place.asker.post(`${place.path}/thing/merge`, {
      keep: { id: keep.id, rev: keep.rev },
      drop: { id: drop.id, rev: drop.rev },
      take,
    });

  test("a search finds pairs with their reasons, and only looks again at what has changed", async () => {
    const [one, other] = await twins();
    const first = await search();
    const found = await pairs();
    const again = await search();
    await place.asker.patch(`${place.path}/thing/${other.id}`, {
      rev: 1,
      company_name: "Elsewhere",
      first_name: "Zoë",
    });
    const changed = await search();

    expect(first.data.state).toBe("done");
    expect(found).toMatchObject([{ reasons: ["name"], one: { id: one.id }, other: { id: other.id } }]);
    expect(again.data.result).toMatchObject({ keyed: 0 });
    expect(changed.data.result).toMatchObject({ keyed: 1 });
    expect(await pairs()).toEqual([]);
  });

  test("a pair that was dismissed stays so, until that is taken back", async () => {
    await twins();
    await search();
    const [pair] = await pairs();
    const path = `${base}/${pair?.id}/dismiss`;
    await place.asker.post(path, { dismissed: true });
    await search();

    expect(await pairs()).toEqual([]);
    expect(await pairs("dismissed")).toMatchObject([{ id: pair?.id }]);
    expect((await place.asker.get(base)).data).toMatchObject({ searched_at: expect.any(String) });
    await place.asker.post(path, { dismissed: false });
    expect(await pairs()).toMatchObject([{ id: pair?.id }]);
  });

  test("a merge takes the chosen fields, moves what points at the other along, and can be undone", async () => {
    const { asker, path } = place;
    const [one, other] = await twins(
      { country: "GB", fields: { diet: "vegan" } },
      { job_title: "Analyst", fields: { size: "M" } },
    );
    const group = (await asker.post(`${path}/custom-group`, { name: `Group ${surname}`, mode: "manual" })).data;
    await asker.post(`${path}/custom-group/${group.id}/member`, { words: [String(other.id)] });
    const kind = (
      await asker.post(`${path}/relationship`, {
        name: `Knows ${surname}`,
        from: { label: "knows", category: 1, types: [] },
        to: { label: "is known by", category: 1, types: [] },
        cardinality: "many-many",
      })
    ).data;
    const friend = await aProfile(place, { first_name: "Friend", last_name: surname });
    await asker.post(`${path}/relationship/${kind.id}/link`, { from: other.id, to: friend.id });
    const state = async () => ({
      one: { ...(await asker.get(`${path}/thing/${one.id}`)).data, rev: 0 },
      other: { ...(await asker.get(`${path}/thing/${other.id}`)).data, rev: 0 },
      groups: await Promise.all(
        [one, other].map(async ({ id }) => (await asker.get(`${path}/thing/${id}/custom-group`)).data),
      ),
      links: (await asker.get(`${path}/thing/${friend.id}/relationship`)).data,
    });
    const before = await state();

    const merged = await mergeOf(one, other, ["email", "job_title", "fields.size"]);
    const groups = await asker.get(`${path}/thing/${one.id}/custom-group`);
    const links = await asker.get(`${path}/thing/${friend.id}/relationship`);
    const gone = await asker.get(`${path}/thing/${other.id}`);
    const undone = await asker.post(`${path}/thing/merge/${merged.data.id}/undo`);

    expect(merged.data).toMatchObject({
      kept: {
        id: one.id,
        email: `two@${surname.toLowerCase()}.example`,
        job_title: "Analyst",
        country: "GB",
        fields: { diet: "vegan", size: "M" },
      },
      moved: expect.arrayContaining([
        { label: "custom-groups:title", count: 1 },
        { label: "relationships:title", count: 1 },
      ]),
    });
    expect(groups.data).toMatchObject([{ id: group.id }]);
    expect(links.data).toMatchObject([{ other: { id: one.id } }]);
    expect(gone.status).toBe(404);
    expect(undone.status).toBe(200);
    expect(await state()).toEqual(before);
    expect((await asker.post(`${path}/thing/merge/${merged.data.id}/undo`)).error.code).toBe("duplicates.too_late");
  });

  test("what somebody is just saving in the one that goes is not lost: the merge is refused", async () => {
    const { database } = server.deps;
    if (database.dialect.kind !== "postgres") return;
    const [one, other] = await twins();
    let merging: ReturnType<typeof mergeOf> | undefined;
    await database.write.transaction().execute(async (db) => {
      await sql`update event_data_thing set job_title = 'Just saved', rev = rev + 1 where id = ${other.id}`.execute(db);
      merging = mergeOf(one, other, []);
      // Until it waits for whoever is saving.
      await expect
        .poll(async () => {
          const waiting = await sql`select 1 from pg_locks where not granted`.execute(db);
          return waiting.rows.length;
        })
        .toBeGreaterThan(0);
    });

    expect((await merging)?.error).toMatchObject({ code: "stale" });
    expect((await place.asker.get(`${place.path}/thing/${other.id}`)).data.job_title).toBe("Just saved");
  });

  test("of a chain of three merges each is undone once those after it are, and all are as they were", async () => {
    const { asker, path } = place;
    const [a, b] = await twins({ fields: { diet: "vegan" } }, { fields: { size: "M" } });
    const c = await aProfile(place, { last_name: surname, company_name: "Third", email: `three@${surname}.example` });
    const state = () =>
      Promise.all([a, b, c].map(async ({ id }) => ({ ...(await asker.get(`${path}/thing/${id}`)).data, rev: 0 })));
    const before = await state();

    const first = (await mergeOf(a, b, ["email", "fields.size"])).data;
    const second = (await mergeOf(c, first.kept, ["email", "fields.size", "fields.diet"])).data;
    expect(second.kept).toMatchObject({
      email: `two@${surname.toLowerCase()}.example`,
      fields: { diet: "vegan", size: "M" },
    });
    const undo = (id: number) => asker.post(`${path}/thing/merge/${id}/undo`);
    expect((await undo(first.id)).error.code).toBe("duplicates.later_first");
    expect((await undo(second.id)).status).toBe(200);
    expect((await undo(first.id)).status).toBe(200);

    expect(await state()).toEqual(before);
  });

  test("of two who merge the same pair at once, one is told that the other has", async () => {
    const [one, other] = await twins();
    const answers = await Promise.all([mergeOf(one, other), mergeOf(other, one), mergeOf(one, other)]);

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status } of answers) expect([201, 404, 409]).toContain(status);
    const there = await Promise.all([one, other].map(({ id }) => place.asker.get(`${place.path}/thing/${id}`)));
    expect(there.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test("who merges a pair of which one goes meanwhile is told that it is not there any more", async () => {
    const [one, other] = await twins();
    const [things] = server.deps.offered(thingsKey) as [Things];
    const { holdAnswers } = things;
    // Another's merge is through once this one, which has read both, has waited for it.
    const going: Things["holdAnswers"] = async (db, dialect, event) => {
      await things.takeOut(db, event.id, { ...other, photo: null });
      await holdAnswers(db, dialect, event);
    };
    Object.assign(things, { holdAnswers: going });
    const answer = await mergeOf(one, other).finally(() => Object.assign(things, { holdAnswers }));

    expect(answer).toMatchObject({ status: 404, error: { code: "not_found" } });
  });

  test("the picture is one of the fields that are chosen, and is back on both after an undo", async () => {
    const [one, other] = await twins();
    const headers = { headers: { "content-type": "image/png" } };
    const picture = async ({ id }: { id: number }) =>
      (await place.asker.ask("PUT", `${place.path}/thing/${id}/photo`, aPng(), headers)).data.photo as string;
    const [mine, theirs] = [await picture(one), await picture(other)];
    const photoOf = async ({ id }: { id: number }) => (await place.asker.get(`${place.path}/thing/${id}`)).data?.photo;

    const merged = await mergeOf(one, other, ["photo"]);
    const during = await photoOf(one);
    await place.asker.post(`${place.path}/thing/merge/${merged.data.id}/undo`);

    expect(merged).toMatchObject({ status: 201, data: { kept: { photo: theirs } } });
    expect(during).toBe(theirs);
    expect([await photoOf(one), await photoOf(other)]).toEqual([mine, theirs]);
  });

  test("a picture that was given or taken away since a merge stays so once that is undone", async () => {
    const headers = { headers: { "content-type": "image/png" } };
    const photoPath = ({ id }: { id: number }) => `${place.path}/thing/${id}/photo`;
    const give = async (thing: { id: number }) =>
      (await place.asker.ask("PUT", photoPath(thing), aPng(), headers)).data.photo as string;
    const photoOf = async ({ id }: { id: number }) => (await place.asker.get(`${place.path}/thing/${id}`)).data?.photo;
    const undo = ({ id }: { id: number }) => place.asker.post(`${place.path}/thing/merge/${id}/undo`);
    const [one, other] = await twins();
    const theirs = await give(other);

    const first = (await mergeOf(one, other, ["photo"])).data;
    const given = await give(one);
    expect((await undo(first)).status).toBe(200);
    expect([await photoOf(one), await photoOf(other)]).toEqual([given, theirs]);
    const [now, then] = [await place.asker.get(`${place.path}/thing/${one.id}`), other];
    const second = (await mergeOf(now.data, then)).data;
    await place.asker.remove(photoPath(one));
    expect((await undo(second)).status).toBe(200);

    expect([await photoOf(one), await photoOf(other)]).toEqual([null, theirs]);
  });

  test("a suspicion about somebody who went meanwhile does not come back with the other", async () => {
    const [one, other] = await twins();
    const third = await aProfile(place, { first_name: "Third", last_name: surname, company_name: "Elsewhere" });
    await search();
    expect(await isQueued(one, other)).toBe(true);
    const merged = (await mergeOf(third, one)).data;
    await place.asker.remove(`${place.path}/thing/${other.id}?rev=${other.rev}`);

    expect((await place.asker.post(`${place.path}/thing/merge/${merged.id}/undo`)).status).toBe(200);

    expect(await isQueued(one, other)).toBe(false);
  });

  test("of a suspected pair that left one after the other, none comes back with the first alone", async () => {
    const [one, other] = await twins();
    await search();
    expect(await isQueued(one, other)).toBe(true);
    const selection = { ids: [one.id] };
    const order = { selection, act: { do: "remove", confirm: 1 }, mode: "apply" };
    const removed = (await place.asker.post(`${place.path}/thing/bulk`, order)).data.job.id;
    await place.asker.finished(removed);
    await place.asker.remove(`${place.path}/thing/${other.id}?rev=${other.rev}`);

    const undone = (await place.asker.post(`${place.path}/thing/bulk/${removed}/undo`, {})).data.job.id;
    expect((await place.asker.finished(undone)).data.result).toMatchObject({ changed: 1, skipped: 0 });

    expect(await isQueued(one, other)).toBe(false);
  });

  test("what cannot be merged is refused, and nothing has changed", async () => {
    const [one, other] = await twins();
    const company = await aProfile(place, { type_id: place.types[2], name: surname, first_name: "", last_name: "" });

    expect((await mergeOf(one, one)).error.code).toBe("duplicates.same");
    expect((await mergeOf(one, company)).error.code).toBe("duplicates.categories_differ");
    expect((await mergeOf(one, { ...other, rev: 9 })).error).toMatchObject({
      code: "stale",
      current: { id: other.id },
    });
    expect((await mergeOf(one, other, ["shoe"])).status).toBe(400);
    expect((await place.asker.get(`${place.path}/thing/${other.id}`)).status).toBe(200);
  });

  test("two people merge one pair at once: one of them is told that it is done", async () => {
    const [one, other] = await twins();
    const answers = await Promise.all([mergeOf(one, other), mergeOf(other, one)]);

    expect(answers.map((answer) => answer.status).filter((status) => status === 201)).toHaveLength(1);
  });

  test("what can be undone is found again by who did it, with what was told, until it is undone or ten minutes have passed", async () => {
    now += 20 * 60_000;
    const list = async (who = place.asker) => (await who.get(`${base}/merge`)).data as { id: number }[];
    const group = (await place.asker.post(`${place.path}/custom-group`, { name: `Found ${surname}`, mode: "manual" }))
      .data;
    const [one, other] = await twins();
    await place.asker.post(`${place.path}/custom-group/${group.id}/member`, { words: [String(other.id)] });
    const { data: first } = await mergeOf(one, other);
    const [three, four] = await twins({ email: `3@${surname}.example` }, { email: `4@${surname}.example` });
    const { data: second } = await mergeOf(three, four);

    expect(await list()).toEqual([second, first]);
    expect(first.moved).toEqual([{ label: "custom-groups:title", count: 1 }]);
    expect(await list(await server.as("super"))).toEqual([]);
    await place.asker.patch(`${place.path}/thing/${three.id}`, { rev: second.kept.rev, country: "FI" });
    expect(await list()).toMatchObject([{ id: second.id, kept: { country: "FI" } }, first]);
    await place.asker.post(`${place.path}/thing/merge/${first.id}/undo`);
    expect(await list()).toMatchObject([{ id: second.id }]);
    await place.asker.post(`${place.path}/thing/merge/${second.id}/undo`);
    const [five, six] = await twins({ email: `5@${surname}.example` }, { email: `6@${surname}.example` });
    await mergeOf(five, six);
    expect(await list()).toHaveLength(1);
    now += 11 * 60_000;
    expect(await list()).toEqual([]);
  });

  test("of three who became one the second is undone, and then the first", async () => {
    const [one, other] = await twins({ country: "GB" }, { country: "FR" });
    const third = await aProfile(place, { last_name: surname, email: `three@${surname}.example` });
    const first = (await mergeOf(one, other, ["country"])).data;
    const second = (await mergeOf(first.kept, third, ["email"])).data;
    const undo = ({ id }: { id: number }) => place.asker.post(`${place.path}/thing/merge/${id}/undo`);

    const early = await undo(first);
    const undone = [await undo(second), await undo(first)];

    expect(early.error.code).toBe("duplicates.later_first");
    expect(undone.map(({ status }) => status)).toEqual([200, 200]);
    expect(undone[1]?.data).toMatchObject({ kept: { country: "GB" }, dropped: { country: "FR" } });
    expect((await place.asker.get(`${place.path}/thing/${third.id}`)).status).toBe(200);
  });

  test("an undo does not bring a participant back to an address that another has by now, and nothing of it is half", async () => {
    now += 20 * 60_000;
    const [one, other] = await twins();
    const merged = await mergeOf(one, other);
    await aProfile(place, { first_name: "Heir", last_name: surname, email: `two@${surname}.example` });
    const before = (await place.asker.get(`${place.path}/thing/${one.id}`)).data;

    const undone = await place.asker.post(`${place.path}/thing/merge/${merged.data.id}/undo`);

    expect(undone).toMatchObject({ status: 400, error: { code: "event-data.email_taken" } });
    expect((await place.asker.get(`${place.path}/thing/${one.id}`)).data).toEqual(before);
    expect((await place.asker.get(`${place.path}/thing/${other.id}`)).status).toBe(404);
    // Once the address is free again, it can be undone.
    expect((await place.asker.get(`${base}/merge`)).data).toMatchObject([{ id: merged.data.id }]);
  });

  test("merge and undo stand in the history of both profiles, and an event owner may not merge", async () => {
    const [one, other] = await twins();
    const merged = await mergeOf(one, other, ["email"]);
    await place.asker.post(`${place.path}/thing/merge/${merged.data.id}/undo`);
    const actions = async (id: number) =>
      ((await place.asker.get(`${place.path}/thing/${id}/history`)).data as { action: string }[]).map(
        (line) => line.action,
      );
    const owner = await server.as("owner");

    expect(await actions(one.id)).toEqual(["unmerge", "merge", "create"]);
    expect(await actions(other.id)).toEqual(["unmerge", "merge_into", "create"]);
    expect((await owner.get(base)).status).toBe(200);
    expect((await owner.post(`${base}/search`)).status).toBe(403);
    expect((await owner.post(`${place.path}/thing/merge`, {})).status).toBe(403);
  });
});
