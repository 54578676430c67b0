// Where the value of a field came from is told out of the profile's own history, to those who may see the field.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { ValueOrigin } from "../contract.ts";
import { importSent, sendFile } from "./exchange.ts";

describe.each(testDatabases)("the origin of a value, on %s", (database) => {
  let server: TestApp;
  let expert: Asker;
  let place: Place;
  beforeAll(async () => {
    server = await app({ database });
    expert = await server.as("expert");
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  const originOf = async (id: number, field: string, who = place.asker) =>
    (await who.get(`${place.path}/thing/${id}/origin?field=${field}`)).data as ValueOrigin;
  const aField = async (draft: object) =>
    (await expert.post(`${place.path}/field`, { kind: "text", labels: { "en-gb": "Asked" }, ...draft })).data.key;

  test("is the last change of the field with what stood there, whatever changed besides since", async () => {
    const key = await aField({});
    const { id } = await aProfile(place, { job_title: "Host" });
    const save = (rev: number, change: object) => place.asker.patch(`${place.path}/thing/${id}`, { rev, ...change });
    await save(1, { job_title: "Chief host", fields: { [key]: "one" } });
    await save(2, { fields: { [key]: "two" } });
    // Told apart from a field that is called almost so.
    await aField({ key: `${key}xof` });
    const almost = await aField({ key: `${key}_of` });
    await save(3, { fields: { [almost]: "three" } });
    await save(4, { fields: { [`${key}xof`]: "four" } });

    const title = await originOf(id, "job_title");
    expect(title.line).toMatchObject({ action: "save", actor_kind: "person", made: false, before: "Host" });
    expect(title.line).toMatchObject({ after: "Chief host", actor: expect.stringMatching(/\w/), file: null });
    expect((await originOf(id, `fields.${key}`)).line).toMatchObject({ before: "one", after: "two" });
    expect((await originOf(id, `fields.${almost}`)).line).toMatchObject({ before: null, after: "three" });
    await save(5, { fields: { [key]: null } });
    expect((await originOf(id, `fields.${key}`)).line).toMatchObject({ before: "two", after: null });
  });

  test("is the making of the profile where nobody has changed it since, and says where the field came without a value", async () => {
    const key = await aField({});
    const { id } = await aProfile(place, { country: "GB", fields: { [key]: "given" } });

    expect((await originOf(id, "country")).line).toMatchObject({ action: "create", made: true, after: "GB" });
    expect((await originOf(id, `fields.${key}`)).line).toMatchObject({ made: true, after: "given" });
    const { line, made } = await originOf(id, "company_name");
    expect(line).toBeNull();
    expect(made).toMatchObject({ action: "create", made: true, before: null, after: null });
  });

  test("names the file of an import, and the profile that a merge took in", async () => {
    const { asker, path, types } = place;
    const lines = "Last name,Email,Job title\nOrigin,origin@origin.example,Pilot\n";
    const { id: file } = await sendFile(asker, path, lines, "name=people%20of%20May.csv");
    await importSent(asker, path, { file, type: types[1] });
    const { data } = await place.asker.post(`${place.path}/thing/query`, { search: "origin@origin.example" });
    const [{ id }] = data.rows;

    const { line } = await originOf(id, "job_title");
    expect(line).toMatchObject({ action: "import", actor_kind: "job", made: true, file: "people of May.csv" });

    const kept = await aProfile(place, { last_name: "Kept" });
    const dropped = await aProfile(place, { last_name: "Dropped", job_title: "Captain" });
    const merge = { keep: { id: kept.id, rev: 1 }, drop: { id: dropped.id, rev: 1 }, take: ["job_title"] };
    expect((await asker.post(`${path}/thing/merge`, merge)).status).toBe(201);
    expect((await originOf(kept.id, "job_title")).line).toMatchObject({
      action: "merge",
      after: "Captain",
      merged: `Ada Dropped (${dropped.id})`,
    });
  });

  test("is not told of a field that somebody may not see", async () => {
    const key = await aField({ see_role: 95, edit_role: 95 });
    const { id } = await aProfile(place);
    await expert.patch(`${place.path}/thing/${id}`, { rev: 1, fields: { [key]: "secret" } });

    expect((await originOf(id, `fields.${key}`, expert)).line).toMatchObject({ after: "secret" });
    expect(await originOf(id, `fields.${key}`)).toEqual({ line: null, made: null });
  });
});
