// The undoing of a list of members that somebody stops: what is back stays back, and the rest can be undone.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, type Place, someProfiles } from "../../../tests/support/place.ts";
import { undoInTwo } from "../../../tests/support/undoInTwo.ts";
import type { Group } from "../contract.ts";
import { UNDO_JOB } from "../server/runs.ts";

const COUNT = 1300;

describe.each(testDatabases)("the undoing of a list of members on %s", (database) => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  test("is stopped between its blocks; what is left is told and undone by another one", async () => {
    const mails = Array.from({ length: COUNT }, (_, at) => `stopped${at}@list.example`);
    await someProfiles(place, "Stopped", mails);
    const base = `${place.path}/custom-group`;
    const { id } = (await place.asker.post(base, { name: "Stopped", mode: "manual" })).data as Group;
    const list = Buffer.from(`email\n${mails.join("\n")}\n`);
    const headers = { "content-type": "text/csv" };
    const way = "mode=apply&others=keep";
    const read = await place.asker.ask("POST", `${base}/${id}/member/import?${way}`, list, { headers });
    const job = read.data.job.id;
    await place.asker.finished(job);
    const there = async () => (await place.asker.post(`${base}/${id}/member/query`, { limit: 0 })).data.matched;

    const path = `${base}/${id}/member/run`;
    const { left, told, rest, again } = await undoInTwo(server, place, {
      job,
      path,
      kind: UNDO_JOB,
      made: COUNT,
      there,
    });

    expect(told).toMatchObject({ job, added: left, removed: 0 });
    expect(rest).toMatchObject({ removed: left, added: 0 });
    expect(again).toBe("custom-groups.undo_over");
  });
});
