// A merge is undone long after it, when the one that stayed and what had moved have changed.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { tidyHeld } from "../../event-data/server/held.ts";
import { tidyPhotos } from "../../event-data/server/photos/repository.ts";
import { aPng } from "../../event-data/tests/pictures.ts";
import { queueOf, surnameFor } from "./queue.ts";

const DAY_MS = 86_400_000;
type Versioned = { id: number; rev: number };

describe.each(testDatabases)("undoing merges of long ago, on %s", () => {
  let server: TestApp;
  let place: Place;
  let now = Date.parse("2026-03-01T09:00:00.000Z");
  let surname = "";
  let count = 0;
  beforeAll(async () => {
    server = await app({ now: () => new Date(now) });
    place = await aPlace(server);
  });
  beforeEach(() => {
    count += 1;
    surname = surnameFor(count);
  });
  afterAll(() => server.close());
  /** Nobody stays logged in for so long. */
  const later = async (days: number) => {
    now += days * DAY_MS;
    place = { ...place, asker: await server.as("matchmaker") };
  };

  const { twins } = queueOf(
    () => place,
    () => surname,
  );
  const merge = async (keep: Versioned, drop: Versioned, take: string[] = []) => {
    const [kept, gone] = [keep, drop].map(({ id, rev }) => ({ id, rev }));
    return (await place.asker.post(`${place.path}/thing/merge`, { keep: kept, drop: gone, take })).data;
  };
  const undo = ({ id }: { id: number }) => place.asker.post(`${place.path}/thing/merge/${id}/undo`);
  const preview = ({ id }: { id: number }) => place.asker.post(`${place.path}/thing/merge/${id}/undo/preview`);
  const get = async ({ id }: { id: number }) => place.asker.get(`${place.path}/thing/${id}`);
  const save = async (thing: { id: number }, change: object) => {
    const { rev } = (await get(thing)).data;
    return place.asker.patch(`${place.path}/thing/${thing.id}`, { rev, ...change });
  };
  const listed = async () =>
    (await place.asker.post(`${place.path}/duplicate/merge/query`, { search: surname })).data.rows;

  test("after 29 days both are there again, what was changed since stays, and each of it is told", async () => {
    const [one, other] = await twins({ country: "GB", job_title: "Founder" }, { country: "FR", job_title: "Owner" });
    const merged = await merge(one, other, ["country", "job_title", "email"]);
    await save(one, { job_title: "Chair" });
    await later(29);

    const undone = await undo(merged);

    expect(undone.data).toMatchObject({
      kept: { id: one.id, country: "GB", job_title: "Chair", email: `one@${surname.toLowerCase()}.example` },
      dropped: { id: other.id, country: "FR", job_title: "Owner", email: `two@${surname.toLowerCase()}.example` },
      left: [{ label: "duplicates:undo.stays", count: 1, examples: [{ label: "duplicates:field.job_title" }] }],
    });
    expect((await get(other)).data).toEqual(undone.data.dropped);
    expect(await listed()).toEqual([]);
    expect((await undo(merged)).error.code).toBe("duplicates.too_late");
  });

  test("after 30 days it is over", async () => {
    const merged = await merge(...(await twins()));
    await later(31);

    expect((await preview(merged)).error.code).toBe("duplicates.too_late");
    expect((await undo(merged)).error.code).toBe("duplicates.too_late");
    expect(await listed()).toEqual([]);
  });

  test("a preview tells what the undoing would, and changes nothing", async () => {
    const { path } = place;
    const asker = () => place.asker;
    const [one, other] = await twins({ country: "GB" }, { country: "FR" });
    const group = (await asker().post(`${path}/custom-group`, { name: `Group ${surname}`, mode: "manual" })).data;
    await asker().post(`${path}/custom-group/${group.id}/member`, { words: [String(other.id)] });
    const merged = await merge(one, other, ["country"]);
    await save(one, { job_title: "Chair" });
    await later(1);
    const before = (await get(one)).data;

    const seen = (await preview(merged)).data;

    expect(seen).toMatchObject({
      id: merged.id,
      now: { country: "FR", job_title: "Chair" },
      kept: { country: "GB", job_title: "Chair" },
      dropped: { id: other.id, country: "FR" },
      attached: [{ label: "custom-groups:title", one: 0, other: 1 }],
      left: [],
    });
    expect((await get(one)).data).toEqual(before);
    expect((await get(other)).status).toBe(404);
    expect(await listed()).toEqual([
      {
        ...{ id: merged.id, at: expect.any(String), until: merged.until },
        ...{ kept: { id: one.id, name: before.name }, dropped: (other as { name: string }).name },
        by: { id: asker().userId, name: expect.any(String) },
      },
    ]);
    const { left, kept } = (await undo(merged)).data;
    expect([left, kept.country]).toEqual([seen.left, seen.kept.country]);
  });

  test("what had moved goes back as far as it is there: a group that somebody took it out of stays without", async () => {
    const { path } = place;
    const asker = () => place.asker;
    const [one, other] = await twins();
    const groups = await Promise.all(
      ["Stays", "Taken"].map(async (name) => {
        const { data } = await asker().post(`${path}/custom-group`, { name: `${name} ${surname}`, mode: "manual" });
        await asker().post(`${path}/custom-group/${data.id}/member`, { words: [String(other.id)] });
        return data;
      }),
    );
    const merged = await merge(one, other);
    const selection = { ids: [one.id] };
    const act = { do: "group", group: groups[1].id, is: "out" };
    const taken = await asker().post(`${path}/thing/bulk`, { selection, act, mode: "apply" });
    await asker().finished(taken.data.job.id);
    await later(5);

    const { left } = (await undo(merged)).data;

    expect(left).toEqual([{ label: "custom-groups:taken", count: 1 }]);
    const groupsOf = async ({ id }: { id: number }) => (await asker().get(`${path}/thing/${id}/custom-group`)).data;
    expect(await groupsOf(one)).toEqual([]);
    expect(await groupsOf(other)).toMatchObject([{ id: groups[0].id }]);
  });

  test("a meeting comes back with whom it was meant, and none with somebody who has left since", async () => {
    const { path } = place;
    const asker = () => place.asker;
    const [one, other] = await twins();
    const friend = await aProfile(place, { first_name: "Friend", last_name: surname });
    const stranger = await aProfile(place, { first_name: "Stranger", last_name: surname });
    const start = (minutes: number) => new Date(now + 60 * DAY_MS + minutes * 60_000).toISOString();
    const meet = (who: { id: number }, with_: { id: number }, at: number) =>
      asker().post(`${path}/meeting`, {
        ...{ participants: [who.id, with_.id], location_id: null, message: "", state: "accepted" },
        ...{ start: start(at), end: start(at + 30) },
      });
    await meet(other, friend, 0);
    await meet(other, stranger, 60);
    const called = (await meet(other, stranger, 240)).data;
    await asker().patch(`${path}/meeting/${called.id}`, { rev: called.rev, state: "cancelled" });
    // Both meet the stranger at one time: of two requests one is left.
    for (const who of [one, other])
      await asker().post(`${path}/meeting`, {
        ...{ participants: [who.id, stranger.id], location_id: null, message: "", state: "requested" },
        ...{ start: start(120), end: start(150) },
      });
    const merged = await merge(one, other);
    const { rev } = (await get(stranger)).data;
    await asker().remove(`${path}/thing/${stranger.id}?rev=${rev}`);
    await later(10);

    const { left } = (await undo(merged)).data;

    expect(left).toEqual([{ label: "networking:notBack", count: 1 }]);
    const meetings = async ({ id }: { id: number }) =>
      ((await asker().get(`${path}/thing/${id}/meeting`)).data as { state: string; gone: number }[]).map(
        ({ state, gone }) => [state, gone],
      );
    expect(await meetings(friend)).toEqual([["accepted", 0]]);
    expect(await meetings(other)).toEqual([
      ["accepted", 0],
      ["cancelled", 1],
      ["cancelled", 1],
    ]);
    expect(await meetings(one)).toEqual([["cancelled", 1]]);
  });

  test("merges on top of each other are undone the latest first", async () => {
    const [one, other] = await twins({ country: "GB" }, { country: "FR" });
    const third = await aProfile(place, { last_name: surname, email: `three@${surname}.example`, country: "SE" });
    const first = await merge(one, other, ["country"]);
    const second = await merge(first.kept, third, ["country"]);
    await later(3);

    expect((await preview(first)).error.code).toBe("duplicates.later_first");
    const early = (await undo(first)).error;
    expect([early.code, early.message]).toEqual(["duplicates.later_first", expect.stringContaining(surname)]);
    expect((await undo(second)).data.kept.country).toBe("FR");
    expect((await undo(first)).data.kept.country).toBe("GB");
    expect((await get(third)).data.country).toBe("SE");
  });

  test("with the one that stayed gone, or an address that another has by now, it is refused and nothing is half", async () => {
    const [one, other] = await twins();
    const merged = await merge(one, other);
    await later(3);
    const heir = await aProfile(place, { first_name: "Heir", last_name: surname, email: `two@${surname}.example` });
    const before = (await get(one)).data;

    expect((await preview(merged)).error).toMatchObject({ code: "event-data.email_taken" });
    expect((await undo(merged)).error).toMatchObject({ code: "event-data.email_taken" });
    expect([(await get(one)).data, (await get(other)).status]).toEqual([before, 404]);

    await place.asker.remove(`${place.path}/thing/${heir.id}?rev=${heir.rev}`);
    await place.asker.remove(`${place.path}/thing/${one.id}?rev=${before.rev}`);
    expect(await listed()).toMatchObject([{ id: merged.id, kept: null }]);
    expect((await undo(merged)).error.code).toBe("duplicates.kept_gone");
    expect((await get(other)).status).toBe(404);
  });

  test("of two who undo one merge at once, one is told that it is done, and it is done once", async () => {
    const [one, other] = await twins();
    const merged = await merge(one, other);
    await later(3);

    const answers = await Promise.all([undo(merged), undo(merged), preview(merged)]);

    expect(answers.slice(0, 2).filter(({ status }) => status === 200)).toHaveLength(1);
    const told = answers.slice(0, 2).flatMap(({ status, error }) => (status === 200 ? [] : [error.code]));
    expect(told).toEqual(["duplicates.too_late"]);
    expect([(await get(one)).status, (await get(other)).status]).toEqual([200, 200]);
  });

  test("who saves the one that stayed while somebody undoes the merge loses nothing that was said to be saved", async () => {
    const [one, other] = await twins({ country: "GB" }, { country: "FR" });
    const merged = await merge(one, other, ["country"]);
    await later(3);

    const [undone, saved] = await Promise.all([undo(merged), save(one, { job_title: "Chair" })]);

    expect([200, 409]).toContain(undone.status);
    expect([200, 409]).toContain(saved.status);
    const { job_title, country } = (await get(one)).data;
    if (saved.status === 200) expect(job_title).toBe("Chair");
    expect([country, (await get(other)).status]).toEqual(undone.status === 200 ? ["GB", 200] : ["FR", 404]);
  });

  test("merges of an act on many stand there as well, and one that the act's own undoing has parted does not", async () => {
    const { path } = place;
    const asker = () => place.asker;
    const [ada] = [await twins(), await twins({ email: `3@${surname}.example` }, { email: `4@${surname}.example` })];
    const bulk = async () => {
      const selection = { question: { search: surname } };
      const { data } = await asker().post(`${path}/thing/bulk`, {
        selection,
        act: { do: "merge", by: "name" },
        mode: "apply",
      });
      return (await asker().finished(data.job.id)).data;
    };
    const job = await bulk();
    expect(job.result).toMatchObject({ changed: 3, groups: 1 });
    expect(await listed()).toHaveLength(3);
    const back = await asker().post(`${path}/thing/bulk/${job.id}/undo`, {});
    expect((await asker().finished(back.data.job.id)).data.result).toMatchObject({ changed: 3, skipped: 0 });
    expect(await listed()).toEqual([]);

    await bulk();
    await later(20);
    for (const row of await listed()) expect((await undo(row)).status).toBe(200);
    expect(await listed()).toEqual([]);
    const there = (await asker().post(`${path}/thing/query`, { search: surname })).data.rows;
    expect(there).toHaveLength(4);
    expect(there.map(({ id }: { id: number }) => id)).toContain(ada[0].id);
  });

  test("pictures stay as long as the merge can be undone, and no longer", async () => {
    const [one, other] = await twins();
    const headers = { headers: { "content-type": "image/png" } };
    const { photo } = (await place.asker.ask("PUT", `${place.path}/thing/${other.id}/photo`, aPng(), headers)).data;
    const merged = await merge(one, other);
    const [third, fourth] = await twins({ email: `3@${surname}.example` }, { email: `4@${surname}.example` });
    const lost = (await place.asker.ask("PUT", `${place.path}/thing/${fourth.id}/photo`, aPng(), headers)).data.photo;
    await merge(third, fourth);
    const tidied = async () => {
      const { write, dialect } = server.deps.database;
      const asked = { db: write as never, dialect, now: new Date(now) };
      await tidyHeld(asked);
      await tidyPhotos(asked);
    };
    const status = async (one: string) => (await place.asker.ask("GET", `/1/photo/${one}`)).status;
    for (let days = 0; days < 20; days += 5) {
      await later(5);
      await tidied();
    }
    await undo(merged);

    expect((await get(other)).data.photo).toBe(photo);
    expect([await status(photo), await status(lost)]).toEqual([200, 200]);
    // Nobody names it any more; a day later it goes.
    for (const days of [11, 2]) {
      await later(days);
      await tidied();
    }
    expect([await status(photo), await status(lost)]).toEqual([200, 404]);
  });

  test("an answer to a field that was removed meanwhile does not come back to another one of its key", async () => {
    const { path } = place;
    const asker = () => place.asker;
    const key = surname.toLowerCase();
    let expert = await server.as("expert");
    const make = async () =>
      (await expert.post(`${path}/field`, { key, labels: { "en-gb": "Code" }, kind: "text" })).data;
    const field = await make();
    const [one, other] = await twins({}, { fields: { [key]: "old" } });
    const merged = await merge(one, other);
    const archived = (await expert.post(`${path}/field/${field.id}/archive`, { rev: field.rev })).data;
    const removed = await expert.post(`${path}/field/${field.id}/remove`, { rev: archived.rev });
    await expert.finished(removed.data.job.id);
    expect((await asker().get(`${path}/field`)).data.map(({ id }: { id: number }) => id)).not.toContain(field.id);
    await later(10);
    expert = await server.as("expert");
    const again = await make();
    expect(again?.id).not.toBe(field.id);

    const { dropped, left } = (await undo(merged)).data;

    expect(dropped.fields).toEqual({});
    expect(left).toEqual([{ label: "event-data:undone.answers", count: 1 }]);
  });

  test("the list is sorted by who went as names are, whatever their case and accents", async () => {
    for (const [at, first_name] of ["zoë", "Émile", "Bo", "adam"].entries()) {
      const two = { first_name, email: `${at}b@${surname}.example` };
      await merge(...(await twins({ email: `${at}a@${surname}.example` }, two)));
    }

    const sort = [{ field: "dropped", direction: "asc" }];
    const { data } = await place.asker.post(`${place.path}/duplicate/merge/query`, { search: surname, sort });

    const names = data.rows.map(({ dropped }: { dropped: string }) => dropped.split(" ")[0]);
    expect(names).toEqual(["adam", "Bo", "Émile", "zoë"]);
  });

  test("who merged is named where it is undone, also to others", async () => {
    const merged = await merge(...(await twins()));
    const by = { id: place.asker.userId, name: expect.stringMatching(/^\S+ \S+/) };
    const expert = await server.as("expert");
    const { rows } = (await expert.post(`${place.path}/duplicate/merge/query`, { search: surname })).data;

    expect([rows[0].by, (await preview(merged)).data.by]).toEqual([by, by]);
  });

  test("only who merges may undo; others read the list", async () => {
    const merged = await merge(...(await twins()));
    const owner = await server.as("owner");

    expect((await owner.post(`${place.path}/duplicate/merge/query`, { search: surname })).data.rows).toHaveLength(1);
    expect((await owner.post(`${place.path}/thing/merge/${merged.id}/undo/preview`)).status).toBe(403);
    expect((await owner.post(`${place.path}/thing/merge/${merged.id}/undo`)).status).toBe(403);
  });
});
