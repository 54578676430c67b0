// Several people who name the groups of an event at the same moment.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, type Place } from "../../../tests/support/place.ts";

describe.each(testDatabases)("custom groups on %s", () => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app();
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  test("of several who give one name at once, one has it and the others are told that it is taken", async () => {
    const base = `${place.path}/custom-group`;
    const ids: number[] = [];
    for (const name of ["One", "Two", "Three", "Four"]) {
      ids.push((await place.asker.post(base, { name, mode: "manual" })).data.id);
    }

    const save = (id: number) => place.asker.patch(`${base}/${id}`, { rev: 1, name: "Same" });
    const answers = await Promise.all(ids.map(save));

    const done = answers.filter(({ status }) => status < 400);
    const refused = answers.filter(({ status }) => status === 400).map(({ error }) => error.code);
    expect([done.length, refused]).toEqual([1, Array(3).fill("custom-groups.name_taken")]);
  });
});
