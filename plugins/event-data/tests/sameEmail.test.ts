// Among the participants of an event no two have the same address, also where two give it in the same moment.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";

describe.each(testDatabases)("one address given at once on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let round = 0;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  const mail = () => `at.once.${round}@same.example`;
  const draft = (last_name: string) => {
    return { type_id: place.types[1], first_name: "Ada", last_name, email: mail() };
  };
  const having = async () => {
    const filter = [{ field: "email", op: "eq", value: mail() }];
    return (await place.asker.post(`${place.path}/thing/query`, { filter, limit: 20 })).data.matched as number;
  };

  test("of several who add a participant with it one does, and the others are told whose it is", async () => {
    for (round = 1; round <= 4; round++) {
      const all = await Promise.all(
        Array.from({ length: 6 }, (_, at) => place.asker.post(`${place.path}/thing`, draft(`Adds ${at}`))),
      );

      const refused = all.filter(({ status }) => status !== 201);
      expect(await having()).toBe(1);
      expect(refused.map(({ error }) => error.code)).toEqual(Array(5).fill("event-data.email_taken"));
    }
  });

  test("of several who are given it one is, also where an address differs in case", async () => {
    for (round = 11; round <= 14; round++) {
      const people = [];
      for (let at = 0; at < 4; at++) people.push(await aProfile(place, { last_name: `Given ${round} ${at}` }));

      const all = await Promise.all(
        people.map(({ id, rev }, at) => {
          const email = at % 2 ? mail().toUpperCase() : mail();
          return place.asker.patch(`${place.path}/thing/${id}`, { rev, email });
        }),
      );

      expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await having()).toBe(1);
    }
  });

  test("an import and people who add some of the same participants make each of them once", async () => {
    const count = 3000;
    const addressOf = (at: number) => `both.${at}@same.example`;
    const lines = Array.from({ length: count }, (_, at) => `Many,Both ${at},${addressOf(at)}`);
    const query = `kind=thing&format=csv&type=${place.types[1]}&mode=apply`;
    let isOver = false;
    const importing = place.asker
      .importFile(place.eventId, query, ["first_name,last_name,email", ...lines].join("\n"))
      .finally(() => {
        isOver = true;
      });
    // From the end on, where the import comes last: for as long as it goes on, and some more.
    let added = 0;
    for (let at = count - 1; !isOver || added < 5; at = (at + count - 7) % count) {
      await place.asker.post(`${place.path}/thing`, {
        ...{ type_id: place.types[1], first_name: "Adds", last_name: `Both ${at}`, email: addressOf(at) },
      });
      added += 1;
    }
    await importing;

    const filter = [{ field: "email", op: "startsWith", value: "both." }];
    const groups = { by: "email", filter, order: "count", limit: 3 };
    const largest = (await place.asker.post(`${place.path}/thing/group`, groups)).data.groups[0];
    const { matched } = (await place.asker.post(`${place.path}/thing/query`, { filter, limit: 0 })).data;
    expect([largest.count, matched]).toEqual([1, count]);
  });
});
