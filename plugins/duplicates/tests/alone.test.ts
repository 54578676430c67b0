// People of one name of whom not all give a company: they are suspected, the least surely, and never merged by that.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { queueOf, surnameFor } from "./queue.ts";

describe.each(testDatabases)("one name without a company, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let surname = "";
  let count = 0;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  beforeEach(() => {
    count += 1;
    surname = surnameFor(count);
  });
  afterAll(() => server.close());

  const { search, pairs } = queueOf(
    () => place,
    () => surname,
  );
  const person = (values: object = {}) => aProfile(place, { last_name: surname, ...values });

  test("two are suspected where one has no address, and nobody is merged by it among many", async () => {
    const [one, other] = [await person({ email: `ada@${surname}.example` }), await person({ company_name: "Engine" })];
    await search();
    const found = await pairs();
    const body = { selection: { ids: [one.id, other.id] }, act: { do: "merge", by: "name" }, mode: "dry-run" };
    const { job } = (await place.asker.post(`${place.path}/thing/bulk`, body)).data;
    const { result } = (await place.asker.finished(job.id)).data;

    expect(found).toMatchObject([{ reasons: ["alone"], score: 25, one: { id: one.id }, other: { id: other.id } }]);
    expect(result).toMatchObject({ changed: 0, groups: 0, unchanged: 2 });
  });

  test("two addresses, or two companies, are two people", async () => {
    await person({ email: `ada@${surname}.example` });
    await person({ email: `byron@${surname}.example` });
    await search();
    const byAddress = await pairs();
    surname = `${surname}z`;
    await person({ company_name: "Engine" });
    await person({ company_name: "Loom" });
    await search();

    expect([byAddress, await pairs()]).toEqual([[], []]);
  });

  test("of three, each of two companies is suspected with the one who gives none, and not with the other", async () => {
    const [engine, none] = [await person({ company_name: "Engine" }), await person()];
    const loom = await person({ company_name: "Loom" });
    await search();

    const found = (await pairs()).map(({ one, other }) => [one.id, other.id]);

    expect(found.sort()).toEqual([
      [engine.id, none.id],
      [none.id, loom.id],
    ]);
  });

  test("a name that more than forty share tells nobody apart", async () => {
    const lines = Array.from({ length: 41 }, () => `Ada,${surname}`).join("\n");
    const asked = `kind=thing&format=csv&mode=apply&type=${place.types[1]}`;
    await place.asker.importFile(place.eventId, asked, `First name,Last name\n${lines}\n`);
    await search();

    expect(await pairs()).toEqual([]);
  });
});
