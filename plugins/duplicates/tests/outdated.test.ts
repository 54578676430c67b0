// Whether profiles are still those that were searched.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { queueOf, surnameFor } from "./queue.ts";

describe.each(testDatabases)("a queue that may be out of date, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  const { search, twins } = queueOf(
    () => place,
    () => surnameFor(1),
  );
  const isChanged = async () => (await place.asker.get(`${place.path}/duplicate`)).data.changed;

  test("it is told once a profile has come or been changed after the search, and no longer after the next one", async () => {
    const never = await isChanged();
    const ada = await aProfile(place, { last_name: "Outdated" });
    await search();
    const searched = await isChanged();
    await place.asker.patch(`${place.path}/thing/${ada.id}`, { rev: ada.rev, job_title: "Analyst" });
    const saved = await isChanged();
    await search();
    const again = await isChanged();
    await aProfile(place, { last_name: "Outdated too" });

    expect([never, searched, saved, again, await isChanged()]).toEqual([false, false, true, false, true]);
  });

  test("a merge of a pair of the queue does not make it so, nor do links and groups; a save after the merge does", async () => {
    await twins();
    await search();
    const { data } = await place.asker.post(`${place.path}/duplicate/query`, {});
    const [keep, drop] = [data.rows[0].one, data.rows[0].other].map(({ id }: { id: number }) => ({ id, rev: 1 }));
    const merged = await place.asker.post(`${place.path}/thing/merge`, { keep, drop, take: [] });
    await place.asker.post(`${place.path}/custom-group`, { name: "Outdated", mode: "manual", colour: "blue" });
    const after = await isChanged();
    const { id, rev } = merged.data.kept;
    await place.asker.patch(`${place.path}/thing/${id}`, { rev, job_title: "Merged" });

    expect([merged.status, after, await isChanged()]).toEqual([201, false, true]);
  });
});
