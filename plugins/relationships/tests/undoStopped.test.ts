// Links that were made together and whose undoing somebody stops: what is gone stays gone, and the rest can be taken away.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { watchJobs } from "../../../tests/support/cutOff.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { KindDraft } from "../contract.ts";
import { UNDO_JOB } from "../server/runs.ts";

const COUNT = 1300;

describe.each(testDatabases)("the undoing of links on %s", (database) => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  test("is stopped between its blocks; what is left is told and taken away by another one", async () => {
    const type = place.types[1] as number;
    const mails = Array.from({ length: COUNT }, (_, at) => `stopped${at}@link.example`);
    const query = `kind=thing&format=csv&mode=apply&type=${type}`;
    const rows = mails.map((mail) => `Stopped,${mail}`).join("\n");
    await place.asker.importFile(place.eventId, query, `Last name,Email\n${rows}\n`);
    const company = await aProfile(place, {
      type_id: place.types[2],
      name: "Stopped Ltd",
      first_name: "",
      last_name: "",
    });
    const draft: KindDraft = {
      name: "Stopped",
      from: { label: "employs", category: 2, types: [place.types[2] as number] },
      to: { label: "works for", category: 1, types: [type] },
      cardinality: "one-many",
    };
    const base = `${place.path}/relationship`;
    const kind = (await place.asker.post(base, draft)).data as { id: number };
    const pairs = Buffer.from(mails.map((mail) => `${company.id},${mail}\n`).join(""));
    const headers = { "content-type": "text/csv" };
    const read = await place.asker.ask("POST", `${base}/${kind.id}/import?mode=apply`, pairs, { headers });
    const job = read.data.job.id;
    await place.asker.finished(job);
    const links = async () => (await place.asker.post(`${base}/${kind.id}/link/query`, { limit: 0 })).data.matched;
    const undo = async () => {
      const begun = await place.asker.post(`${base}/${kind.id}/run/${job}/undo`);
      return begun.status === 202 ? (await place.asker.finished(begun.data.job.id)).data : begun.error;
    };
    let isFirst = true;
    const after = async (undoing: number) => {
      if (isFirst) await place.asker.post(`/1/api/job/${undoing}/cancel`);
      isFirst = false;
    };
    watchJobs(server, UNDO_JOB, { after });
    expect(await links()).toBe(COUNT);

    const stopped = await undo();
    const left = COUNT - stopped.result.removed;
    expect(stopped.state).toBe("cancelled");
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(COUNT);
    expect(await links()).toBe(left);
    expect((await place.asker.get(`${base}/${kind.id}/run`)).data).toMatchObject({
      job,
      links: left,
      source: "import",
    });

    expect(await undo()).toMatchObject({ state: "done", result: { removed: left } });
    expect(await links()).toBe(0);
    expect((await undo()).code).toBe("relationships.undo_over");
  });
});
