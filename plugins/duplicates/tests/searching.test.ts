// A search that goes on: it is told to all who look at the queue, and a second start is that one.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { watchJobs } from "../../../tests/support/cutOff.ts";
import { aPlace, type Place } from "../../../tests/support/place.ts";
import { SEARCH_JOB } from "../server/search.ts";

describe.each(testDatabases)("a search that goes on, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  test("whoever looks is told of it, its own and those who manage the app may stop it, and nobody begins a second one", async () => {
    let [release, reached] = [() => {}, () => {}];
    const isHeld = new Promise<void>((done) => (reached = done));
    const held = new Promise<void>((done) => (release = done));
    watchJobs(server, SEARCH_JOB, {
      before: async () => {
        reached();
        await held;
      },
    });
    const searching = async (asker: Asker) => (await asker.get(`${place.path}/duplicate`)).data.searching;
    const start = async (asker: Asker) => (await asker.post(`${place.path}/duplicate/search`, {})).data.job;
    const [expert, owner, manager] = [await server.as("expert"), await server.as("owner"), await server.as("app")];
    const before = await searching(place.asker);

    const job = await start(place.asker);
    await isHeld;
    const told = [];
    for (const asker of [place.asker, expert, owner, manager]) told.push(await searching(asker));
    const [again, others] = [await start(place.asker), await start(expert)];
    const looks = [await expert.get(`/1/api/job/${job.id}`), await manager.get(`/1/api/job/${job.id}`)];
    release();
    await place.asker.finished(job.id);

    expect([before, await searching(place.asker)]).toEqual([null, null]);
    expect(told.map(({ id, state }) => [id, state])).toEqual(Array(4).fill([job.id, "running"]));
    expect(told.map(({ is_open }) => is_open)).toEqual([true, false, false, true]);
    expect(looks.map(({ status }) => status)).toEqual([404, 200]);
    expect([again, others].map(({ id, is_open }) => [id, is_open])).toEqual([
      [job.id, true],
      [job.id, false],
    ]);
    // It has come to its end: the next start is a new one.
    const next = await start(expert);
    expect(next.id).toBeGreaterThan(job.id);
    await expert.finished(next.id);
  });

  test("two who begin at once begin one search", async () => {
    let release = () => {};
    const held = new Promise<void>((done) => (release = done));
    watchJobs(server, SEARCH_JOB, { before: () => held });
    const askers = [place.asker, await server.as("expert"), place.asker, await server.as("expert")];
    const started = await Promise.all(
      askers.map(async (asker) => (await asker.post(`${place.path}/duplicate/search`, {})).data.job),
    );

    release();
    await server.resting();

    expect(new Set(started.map(({ id }) => id)).size).toBe(1);
  });
});
