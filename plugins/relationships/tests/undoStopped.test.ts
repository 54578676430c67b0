// Links that were made together and whose undoing somebody stops: what is gone stays gone, and the rest can be taken away.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place, someProfiles } from "../../../tests/support/place.ts";
import { undoInTwo } from "../../../tests/support/undoInTwo.ts";
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
    await someProfiles(place, "Stopped", mails);
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
    const there = async () => (await place.asker.post(`${base}/${kind.id}/link/query`, { limit: 0 })).data.matched;

    const path = `${base}/${kind.id}/run`;
    const { left, told, rest, again } = await undoInTwo(server, place, {
      job,
      path,
      kind: UNDO_JOB,
      made: COUNT,
      there,
    });

    expect(told).toMatchObject({ job, links: left, source: "import" });
    expect(rest).toMatchObject({ removed: left });
    expect(again).toBe("relationships.undo_over");
  });
});
