// What somebody has kept apart, an act on many does not make one.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { queueOf, surnameFor } from "./queue.ts";

type Told = { id: number; message: string };

describe.each(testDatabases)("pairs kept apart and merging many, on %s", (database) => {
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
  const person = (first_name: string, values: object = {}) =>
    aProfile(place, { first_name, last_name: surname, company_name: "Apart Ltd", ...values });
  const bulk = async (mode: "dry-run" | "apply") => {
    const draft = { selection: { question: { search: surname } }, act: { do: "merge", by: "name" }, mode };
    const { data } = await place.asker.post(`${place.path}/thing/bulk`, draft);
    return (await place.asker.finished(data.job.id)).data.result;
  };
  const there = async () =>
    (await place.asker.post(`${place.path}/thing/query`, { search: surname, limit: 100 })).data.rows.map(
      ({ id }: { id: number }) => id,
    );
  const say = async (one: { id: number }, other: { id: number }, dismissed: boolean) => {
    const all = await pairs(dismissed ? "open" : "dismissed");
    const pair = all.find((found) => [one.id, other.id].every((id) => [found.one.id, found.other.id].includes(id)));
    await place.asker.post(`${place.path}/duplicate/${pair?.id}/dismiss`, { dismissed });
  };

  test("a group with two who were kept apart is left and told, in the trial as well; the others are merged", async () => {
    const [one, other] = [await person("Ann", { job_title: "Buyer" }), await person("Ann")];
    const third = await person("Ann");
    const [bo, bob] = [await person("Bo", { job_title: "Boss" }), await person("Bo")];
    await search();
    await say(one, other, true);
    const trial = await bulk("dry-run");
    const done = await bulk("apply");

    for (const result of [trial, done]) {
      expect(result).toMatchObject({ changed: 1, groups: 1, unchanged: 0, skipped: 3 });
      expect(result.errors.map(({ id }: Told) => id).sort()).toEqual([one.id, other.id, third.id].sort());
      for (const { message } of result.errors as Told[]) {
        expect(message).toContain(`Ann ${surname} (ID ${one.id})`);
        expect(message).toContain(`(ID ${other.id}) were kept apart by hand`);
      }
    }
    const left = await there();
    expect(left).toEqual(expect.arrayContaining([one.id, other.id, third.id, bo.id]));
    expect(left).not.toContain(bob.id);
  });

  test("once that is taken back they are merged like others", async () => {
    const [one, other] = [await person("Cy", { job_title: "Buyer" }), await person("Cy")];
    await search();
    await say(one, other, true);
    await say(one, other, false);

    expect(await bulk("apply")).toMatchObject({ changed: 1, groups: 1, skipped: 0 });
    expect(await there()).toEqual([one.id]);
  });
});
