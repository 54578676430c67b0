// A search that did not come to its end: what it found is told, and it is not taken for one that did.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { stopNext } from "../../../tests/support/cutOff.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { SEARCH_JOB } from "../server/search.ts";
import { queueOf, surnameFor } from "./queue.ts";

describe.each(testDatabases)("searches that are stopped, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let surname = "";
  let count = 0;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  beforeEach(() => {
    surname = surnameFor(count++);
  });
  afterAll(() => server.close());

  const { search, pairs, twins } = queueOf(
    () => place,
    () => surname,
  );
  const counts = async (asker: Asker = place.asker) => (await asker.get(`${place.path}/duplicate`)).data;
  /** Of the transactions of the next search all go through up to one, after which somebody stops it. */
  const stopAfter = async (transactions: number) => {
    stopNext(server, place.asker, SEARCH_JOB, transactions);
    return search();
  };

  test("while no search came to its end none is told, but what was found; the next one makes it whole", async () => {
    await twins();
    const before = await counts();
    // It begins, makes keys, drops those of who has left, and writes the pairs of one name.
    const stopped = await stopAfter(4);

    expect(before).toMatchObject({ searched_at: null, unfinished: false });
    expect(stopped.data.state).toBe("cancelled");
    expect(await counts()).toMatchObject({ searched_at: null, unfinished: true, open: 1 });
    expect(await pairs()).toHaveLength(1);
    await search();
    expect(await counts()).toMatchObject({ searched_at: expect.any(String), unfinished: false, open: 1 });
  });

  test("one that is stopped later leaves the time of the last whole one, and is told", async () => {
    await twins();
    await search();
    const { searched_at } = await counts();
    await aProfile(place, { first_name: "More", last_name: surname });
    await stopAfter(1);

    expect(await counts()).toMatchObject({ searched_at, unfinished: true });
    await search();
    expect((await counts()).searched_at > searched_at).toBe(true);
  });

  test("what was found by a field that is hidden since is not told because a search without it has begun", async () => {
    const expert = await server.as("expert");
    const made = await expert.post(`${place.path}/field`, {
      ...{ key: "phone", labels: { "en-gb": "Phone" }, kind: "phone", type_ids: [place.types[1]] },
    });
    const phone = { fields: { phone: "+44 20 7946 0000" } };
    await aProfile(place, { first_name: "Una", last_name: surname, company_name: "One", ...phone });
    await aProfile(place, { first_name: "Una", last_name: `${surname}s`, company_name: "Two", ...phone });
    await search();
    const open = await pairs();
    const seenBy = async (see_role: number) => {
      const { data } = await expert.get(`${place.path}/field`);
      const { rev } = data.find(({ key }: { key: string }) => key === "phone");
      expect((await expert.patch(`${place.path}/field/${made.data.id}`, { rev, see_role })).status).toBe(200);
    };
    await seenBy(95);
    const hidden = await pairs();
    await stopAfter(1);
    const begun = await pairs();
    // The next one looks at the field again, of which the stopped one had made no keys.
    await seenBy(299);
    await search();

    expect(open).toMatchObject([{ reasons: ["phone"] }]);
    expect([hidden, begun]).toEqual([[], []]);
    expect(await pairs()).toMatchObject([{ reasons: ["phone"] }]);
  });
});
