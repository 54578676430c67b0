// Who was kept apart from a profile is kept apart from the one that it goes into.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { queueOf, type SuspectedPair, surnameFor } from "./queue.ts";

type Made = { id: number; rev: number };

describe.each(testDatabases)("pairs kept apart and a merge of one of the two, on %s", (database) => {
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

  const { search, pairs } = queueOf(
    () => place,
    () => surname,
  );
  const person = (values: object): Promise<Made> =>
    aProfile(place, { first_name: "Vera", last_name: surname, ...values });
  const idsOf = ({ one, other }: SuspectedPair) => [one.id, other.id].sort((a, b) => a - b);
  const queue = async (state: "open" | "dismissed") =>
    (await pairs(state)).map(idsOf).sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0));
  const keepApart = async (...two: Made[]) => {
    const pair = (await pairs()).find((one) => two.every(({ id }) => idsOf(one).includes(id)));
    await place.asker.post(`${place.path}/duplicate/${pair?.id}/dismiss`, { dismissed: true });
  };
  const now = async ({ id }: Made) => (await place.asker.get(`${place.path}/thing/${id}`)).data as Made;
  const merge = async (keep: Made, drop: Made, take: string[] = []) => {
    const [one, other] = [await now(keep), await now(drop)];
    const draft = { keep: { id: one.id, rev: one.rev }, drop: { id: other.id, rev: other.rev }, take };
    return (await place.asker.post(`${place.path}/thing/merge`, draft)).data.id as number;
  };
  const undo = (id: number) => place.asker.post(`${place.path}/thing/merge/${id}/undo`, {});

  test("with whom there was no pair, one is kept apart; the undo takes that out again", async () => {
    const stays = await person({ last_name: `Other${surname}`, company_name: "Elsewhere" });
    const [goes, third] = [await person({ company_name: "Vera Ltd" }), await person({ company_name: "Vera Ltd" })];
    await search();
    await keepApart(goes, third);

    const id = await merge(stays, goes, ["last_name", "company_name"]);
    await search();
    expect([await queue("open"), await queue("dismissed")]).toEqual([[], [[stays.id, third.id]]]);

    await undo(id);
    expect([await queue("open"), await queue("dismissed")]).toEqual([[], [[goes.id, third.id]]]);
    await search();
    expect([await queue("open"), await queue("dismissed")]).toEqual([[], [[goes.id, third.id]]]);
  });

  test("what made one suspect is not told of the one that stays and has none of it; the two are kept apart all the same", async () => {
    const values = { company_name: "Mail Ltd" };
    const stays = await person({ last_name: `Other${surname}`, company_name: "Elsewhere" });
    const [goes, third] = [await person(values), await person(values)];
    await search();
    await keepApart(goes, third);

    await merge(stays, goes);
    const told = await queue("dismissed");
    const both = `one=${Math.min(stays.id, third.id)}&other=${Math.max(stays.id, third.id)}`;
    const compared = (await place.asker.get(`${place.path}/duplicate/compare?${both}`)).data;
    const { rev } = await now(stays);
    await place.asker.patch(`${place.path}/thing/${stays.id}`, { rev, last_name: surname, ...values });
    await search();

    expect([told, compared.pair]).toEqual([[], null]);
    expect([await queue("open"), await queue("dismissed")]).toEqual([[], [[stays.id, third.id]]]);
  });

  test("of three namesakes the one that stays is not asked about again, until the merge is undone", async () => {
    const values = { company_name: "Three Ltd" };
    const [stays, goes, third] = [await person(values), await person(values), await person(values)];
    await search();
    await keepApart(goes, third);

    const id = await merge(stays, goes);
    expect([await queue("open"), await queue("dismissed")]).toEqual([[], [[stays.id, third.id]]]);

    await undo(id);
    expect([await queue("open"), await queue("dismissed")]).toEqual([
      [
        [stays.id, goes.id],
        [stays.id, third.id],
      ],
      [[goes.id, third.id]],
    ]);
  });

  test("what was said of the one that stays itself stands, and a pair with the other is no pair with itself", async () => {
    const values = { company_name: "Four Ltd" };
    const [stays, goes, third] = [await person(values), await person(values), await person(values)];
    await search();
    await keepApart(goes, third);
    await keepApart(stays, third);
    await keepApart(stays, goes);

    const id = await merge(stays, goes);
    expect(await queue("dismissed")).toEqual([[stays.id, third.id]]);

    await undo(id);
    expect(await queue("dismissed")).toEqual([
      [stays.id, goes.id],
      [stays.id, third.id],
      [goes.id, third.id],
    ]);
  });
});
