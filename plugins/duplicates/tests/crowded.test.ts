// What too many profiles share makes no pair, and it is told that there is such a thing.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place, someProfiles } from "../../../tests/support/place.ts";
import { queueOf } from "./queue.ts";

describe.each(testDatabases)("what too many share, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  test("forty with one address are compared, forty-one are not, and the search and the queue say so", async () => {
    const { search } = queueOf(
      () => place,
      () => "",
    );
    const counts = async () => (await place.asker.get(`${place.path}/duplicate`)).data;
    const mails = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => `desk+${from + at}@crowd.example`);
    await someProfiles(place, "Crowd", mails(1, 40));
    const compared = await search();
    const before = await counts();
    await someProfiles(place, "Crowd", mails(41, 41));
    const crowded = await search();

    expect(compared.data.result).toMatchObject({ pairs: (40 * 39) / 2, crowded: 0 });
    expect(before).toMatchObject({ open: (40 * 39) / 2, crowded: 0 });
    expect(crowded.data.result).toMatchObject({ pairs: 0, crowded: 1 });
    expect(await counts()).toMatchObject({ open: 0, crowded: 1 });
  });

  test("companies whose names only begin alike share nothing that is told", async () => {
    const { search } = queueOf(
      () => place,
      () => "",
    );
    const before = (await search()).data.result;
    for (let at = 0; at < 41; at++) {
      const name = `Inter${String.fromCharCode(97 + (at % 26))}${at}`;
      await aProfile(place, { type_id: place.types[2], name, first_name: "", last_name: "" });
    }
    const searched = await search();

    expect(searched.data.result).toMatchObject({ crowded: before.crowded });
  });
});
