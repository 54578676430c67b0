// The undoing of a list of members that somebody stops: what is back stays back, and the rest can be undone.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { watchJobs } from "../../../tests/support/cutOff.ts";
import { aPlace, type Place } from "../../../tests/support/place.ts";
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
    const query = `kind=thing&format=csv&mode=apply&type=${place.types[1]}`;
    const rows = mails.map((mail) => `Stopped,${mail}`).join("\n");
    await place.asker.importFile(place.eventId, query, `Last name,Email\n${rows}\n`);
    const base = `${place.path}/custom-group`;
    const { id } = (await place.asker.post(base, { name: "Stopped", mode: "manual" })).data as Group;
    const list = Buffer.from(`email\n${mails.join("\n")}\n`);
    const headers = { "content-type": "text/csv" };
    const way = "mode=apply&others=keep";
    const read = await place.asker.ask("POST", `${base}/${id}/member/import?${way}`, list, { headers });
    const job = read.data.job.id;
    await place.asker.finished(job);
    const members = async () => (await place.asker.post(`${base}/${id}/member/query`, { limit: 0 })).data.matched;
    const run = `${base}/${id}/member/run`;
    const undo = async () => {
      const begun = await place.asker.post(`${run}/${job}/undo`);
      return begun.status === 202 ? (await place.asker.finished(begun.data.job.id)).data : begun.error;
    };
    let isFirst = true;
    const after = async (undoing: number) => {
      if (isFirst) await place.asker.post(`/1/api/job/${undoing}/cancel`);
      isFirst = false;
    };
    watchJobs(server, UNDO_JOB, { after });
    expect(await members()).toBe(COUNT);

    const stopped = await undo();
    const left = COUNT - stopped.result.removed;
    expect(stopped.state).toBe("cancelled");
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(COUNT);
    expect(await members()).toBe(left);
    expect((await place.asker.get(run)).data).toMatchObject({ job, added: left, removed: 0 });

    expect(await undo()).toMatchObject({ state: "done", result: { removed: left, added: 0 } });
    expect(await members()).toBe(0);
    expect((await undo()).code).toBe("custom-groups.undo_over");
  });
});
