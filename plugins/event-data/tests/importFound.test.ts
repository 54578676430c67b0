// One finds the import of one's own file that was started after a job, and nobody else's.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, type Place } from "../../../tests/support/place.ts";
import { importSent, sendFile } from "./exchange.ts";

describe.each(testDatabases)("an import without its number on %s", (database) => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  const find = (file: number, after: number, asker: Asker = place.asker) =>
    asker.get(`${place.path}/thing/import/file/${file}/run?after=${after}`);
  const start = async (file: number, mode: string) => {
    const draft = { file, type: place.types[1], mode };
    const started = await place.asker.post(`${place.path}/thing/import`, draft);
    await place.asker.finished(started.data.job.id);
    return started.data.job.id as number;
  };

  test("is that of its file which was applied, the first after what was known; a trial is none", async () => {
    const { id: file } = await sendFile(place.asker, place.path, "Name,Email\nFound,found@import.example\n");
    const { id: other } = await sendFile(place.asker, place.path, "Name,Email\nOther,other@import.example\n");
    const trial = await start(file, "dry-run");
    expect((await find(file, trial)).data).toEqual({ job: null });
    await start(other, "apply");
    const [first, second] = [await start(file, "apply"), await start(file, "apply")];

    expect((await find(file, trial)).data).toEqual({ job: { id: first, state: "done" } });
    expect((await find(file, first)).data).toEqual({ job: { id: second, state: "done" } });
    expect((await find(file, second)).data).toEqual({ job: null });
  });

  test("is found by its file also where that was read anew", async () => {
    const { id: file } = await sendFile(place.asker, place.path, "Name;Email\nAnew;anew@import.example\n");
    const again = await place.asker.post(`${place.path}/thing/import/file/${file}`, { separator: ";" });
    const reread = again.data.job.id as number;
    await place.asker.finished(reread);
    const made = await start(reread, "apply");

    expect((await find(reread, reread)).data.job).toMatchObject({ id: made });
  });

  test("of somebody else's file nothing is said", async () => {
    const { id: file } = await sendFile(place.asker, place.path, "Name,Email\nMine,mine@import.example\n");
    await importSent(place.asker, place.path, { file, type: place.types[1], mode: "apply" });

    expect((await find(file, file, await server.as("expert"))).status).toBe(404);
    expect((await find(file, file, await server.as("owner"))).status).toBe(403);
  });
});
