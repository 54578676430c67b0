// A field that is archived is removed for good, with its answers.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";

let server: TestApp;
let expert: Asker;
let place: Place;
let base: string;

beforeAll(async () => {
  server = await app();
  expert = await server.as("expert");
  place = await aPlace(server);
  base = `${place.path}/field`;
});
afterAll(() => server.close());

const aField = async (label: string): Promise<Field> =>
  (await expert.post(base, { labels: { "en-gb": label }, kind: "text" })).data;
const archived = async ({ id, rev }: Field): Promise<Field> =>
  (await expert.post(`${base}/${id}/archive`, { rev })).data;
const listed = async () => ((await expert.get(base)).data as Field[]).map(({ id }) => id);
const answers = async ({ id }: { id: number }) => (await expert.get(`${place.path}/thing/${id}`)).data.fields;

async function remove({ id, rev }: Field) {
  const started = await expert.post(`${base}/${id}/remove`, { rev });
  return started.status === 202 ? (await expert.finished(started.data.job.id)).data : started;
}

test("its answers go with it, each with a line of history, and others stay", async () => {
  const [field, other] = [await aField("Going"), await aField("Staying")];
  const person = await aProfile(place, { fields: { [field.key]: "a", [other.key]: "b" } });

  const job = await remove(await archived(field));

  expect(job).toMatchObject({ state: "done", result: { changed: 1 } });
  expect(await answers(person)).toEqual({ [other.key]: "b" });
  expect(await listed()).not.toContain(field.id);
  const history = (await expert.get(`${place.path}/thing/${person.id}/history`)).data;
  expect(history[0]).toMatchObject({ before: { [`fields.${field.key}`]: "a" } });
  expect((await aField("Going")).key).toBe(field.key);
});

test("a field that still asks, one that has changed since and one that a rule of a group names are not removed", async () => {
  const field = await aField("Ruling");
  const person = await aProfile(place, { fields: { [field.key]: "a" } });
  const group = await expert.post(`${place.path}/custom-group`, {
    name: "By rule",
    mode: "rule",
    rule: { match: "all", filter: [{ field: `fields.${field.key}`, op: "eq", value: "a" }] },
  });
  expect(group.status).toBe(201);

  const active = await remove(field);
  const old = await archived(field);
  const stale = await remove({ ...old, rev: 1 });
  const named = await remove(old);

  expect(active.error.code).toBe("event-data.field_active");
  expect(stale.error.code).toBe("stale");
  expect(named.error.code).toBe("event-data.field_named");
  expect(await answers(person)).toEqual({ [field.key]: "a" });
});
