// Two profiles that somebody has chosen, whether or not the search suspects them.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { queueOf } from "./queue.ts";

describe.each(testDatabases)("two chosen profiles, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  const { search, pairs, twins } = queueOf(
    () => place,
    () => "Comparedson",
  );
  const compare = (one: number, other: number, asker = place.asker) =>
    asker.get(`${place.path}/duplicate/compare?one=${one}&other=${other}`);

  test("two whom no search has found are told whole, with what hangs on each, and can be merged", async () => {
    const married = await aProfile(place, { first_name: "Grace", last_name: "Hopper", email: "grace@one.example" });
    const maiden = await aProfile(place, { first_name: "G.", last_name: "Murray", email: "gm@two.example" });
    const met = await aProfile(place, { first_name: "Howard", last_name: "Aiken" });
    const start = new Date(Math.ceil(Date.now() / 6e4) * 6e4 + 3e8).toISOString();
    const end = new Date(Date.parse(start) + 18e5).toISOString();
    const meeting = { location_id: null, message: "", state: "accepted", start, end };
    await place.asker.post(`${place.path}/meeting`, { ...meeting, participants: [maiden.id, met.id] });

    const { data } = await compare(maiden.id, married.id);
    expect(data).toMatchObject({
      pair: null,
      one: { id: maiden.id, email: "gm@two.example" },
      other: { id: married.id, email: "grace@one.example" },
      attached: expect.arrayContaining([expect.objectContaining({ one: 1, other: 0 })]),
    });
    const [keep, drop] = [data.other, data.one].map(({ id, rev }: { id: number; rev: number }) => ({ id, rev }));
    const merged = await place.asker.post(`${place.path}/thing/merge`, { keep, drop, take: [] });
    expect(merged).toMatchObject({ status: 201, data: { kept: { id: married.id } } });
    expect(await compare(maiden.id, married.id)).toMatchObject({ status: 404 });
  });

  test("two who are a pair are told as that, in whichever order they are named", async () => {
    const [one, other] = await twins();
    await search();
    const [pair] = await pairs();
    await place.asker.post(`${place.path}/duplicate/${pair?.id}/dismiss`, { dismissed: true });

    for (const [first, second] of [[one, other] as const, [other, one] as const]) {
      expect((await compare(first.id, second.id)).data).toMatchObject({
        pair: { id: pair?.id, reasons: ["name"], state: "dismissed" },
        one: { id: first.id },
        other: { id: second.id },
      });
    }
  });

  test("what could never be merged is refused; whoever reads the queue compares, too", async () => {
    const [person, firm] = [await aProfile(place), await aProfile(place, { type_id: place.types[2], name: "Acme" })];
    const another = await aProfile(place);

    expect((await compare(person.id, person.id)).error.code).toBe("duplicates.same");
    expect((await compare(person.id, firm.id)).error.code).toBe("duplicates.categories_differ");
    expect((await compare(person.id, 999_999)).status).toBe(404);
    expect((await compare(person.id, another.id, await server.as("owner"))).status).toBe(200);
  });
});
