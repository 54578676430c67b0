// A form may ask a field that somebody has removed meanwhile: its answer is refused where the form asks for that, and nothing is kept.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";

describe.each(testDatabases)("answers to a field that has been removed, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let expert: Asker;
  let gone: Field;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    expert = await server.as("super");
    const field = (await expert.post(`${place.path}/field`, { labels: { "en-gb": "Shoe size" }, kind: "text" })).data;
    const { data } = await expert.post(`${place.path}/field/${field.id}/archive`, { rev: field.rev });
    const started = await expert.post(`${place.path}/field/${field.id}/remove`, { rev: data.rev });
    expect((await expert.finished(started.data.job.id)).data.state).toBe("done");
    gone = field;
  });
  afterAll(() => server.close());

  const path = (id: number) => `${place.path}/thing/${id}`;
  const answers = async (id: number) => (await place.asker.get(path(id))).data.fields;

  test("are refused beside the field, and what else was said is not saved without them", async () => {
    const { id, rev } = await aProfile(place, { first_name: "Ada", last_name: "Removed" });
    const change = { rev, job_title: "Engineer", fields: { [gone.key]: "42" }, new_keys: false };
    const refused = await place.asker.patch(path(id), change);
    expect(refused.status).toBe(400);
    expect(refused.error.code).toBe("event-data.answers_wrong");
    expect(refused.error.fields).toEqual({ [`fields.${gone.key}`]: expect.stringContaining("removed") });
    expect((await place.asker.get(path(id))).data).toMatchObject({ rev, job_title: "", fields: {} });

    const cleared = await place.asker.patch(path(id), { ...change, fields: { [gone.key]: null } });
    expect(cleared.data).toMatchObject({ job_title: "Engineer", fields: {} });
  });

  test("are refused of somebody new", async () => {
    const draft = { type_id: place.types[1], last_name: "New Removed", fields: { [gone.key]: "42" } };
    expect((await place.asker.post(`${place.path}/thing`, { ...draft, new_keys: false })).status).toBe(400);
    expect((await place.asker.post(`${place.path}/thing`, draft)).status).toBe(201);
  });

  test("are kept as other keys are where nobody asks otherwise, and can be changed from then on", async () => {
    const { id, rev } = await aProfile(place, { first_name: "Loose", last_name: "Removed" });
    const kept = await place.asker.patch(path(id), { rev, fields: { [gone.key]: "42" } });
    expect(kept.data.fields).toEqual({ [gone.key]: "42" });
    const change = { rev: kept.data.rev, fields: { [gone.key]: "43" }, new_keys: false };
    expect((await place.asker.patch(path(id), change)).status).toBe(200);
    expect(await answers(id)).toEqual({ [gone.key]: "43" });
  });

  test("are refused of many at once", async () => {
    const { id } = await aProfile(place, { first_name: "Many", last_name: "Removed" });
    const act = { do: "edit", field: `fields.${gone.key}`, value: "42" };
    const started = await place.asker.post(`${place.path}/thing/bulk`, {
      selection: { ids: [id] },
      act,
      mode: "apply",
    });
    const { data } = await place.asker.finished(started.data.job.id);
    expect(data.result).toMatchObject({ changed: 0, skipped: 1 });
    expect(JSON.stringify(data.result.errors)).toContain("removed");
    expect(await answers(id)).toEqual({});
  });
});
