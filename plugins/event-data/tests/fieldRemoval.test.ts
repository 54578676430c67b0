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

test("an answer that went with it does not come back from the history without its field", async () => {
  const field = await aField("Gone for good");
  const person = await aProfile(place, { fields: { [field.key]: "a" } });
  await remove(await archived(field));
  const chief = await server.as("super");
  const filter = [{ field: "object_id", op: "eq", value: String(person.id) }];
  const { rows } = (await chief.post(`${place.path}/history/query`, { filter })).data;
  const line = rows.find(({ object_type }: { object_type: string }) => object_type === "event-data.thing");

  const reverted = await chief.post(`${place.path}/history/${line.id}/revert`, {});

  expect(line.before).toEqual({ [`fields.${field.key}`]: "a" });
  expect([reverted.status, reverted.error.code]).toEqual([409, "history.not_possible"]);
  expect(await answers(person)).toEqual({});
});

const lineOf = async ({ id }: { id: number }, wanted: string) => {
  const filter = [{ field: "object_id", op: "eq", value: String(id) }];
  const { rows } = (await (await server.as("super")).post(`${place.path}/history/query`, { filter })).data;
  const isMeant = (one: { object_type: string; action: string }) =>
    one.object_type === "event-data.thing" && one.action === wanted;
  return rows.find(isMeant);
};

test("somebody who is brought back by the history has no answer to a field that was removed meanwhile", async () => {
  const [field, other] = [await aField("Gone meanwhile"), await aField("There still")];
  const person = await aProfile(place, { fields: { [field.key]: "a", [other.key]: "b" } });
  await expert.remove(`${place.path}/thing/${person.id}?rev=${person.rev}`);
  await remove(await archived(field));
  const chief = await server.as("super");
  const line = await lineOf(person, "remove");

  expect((await chief.post(`${place.path}/history/${line.id}/revert`, {})).status).toBe(200);

  const back = await lineOf(person, "revert");
  expect(await answers({ id: back.after.stands_as })).toEqual({ [other.key]: "b" });
});

test("an answer that never had a field is taken back as it was", async () => {
  const person = await aProfile(place, { fields: { badge_note: "left of the door" } });
  await expert.patch(`${place.path}/thing/${person.id}`, { rev: person.rev, fields: { badge_note: null } });
  expect(await answers(person)).toEqual({});
  const line = await lineOf(person, "save");

  const chief = await server.as("super");
  expect((await chief.post(`${place.path}/history/${line.id}/revert`, {})).status).toBe(200);
  expect(await answers(person)).toEqual({ badge_note: "left of the door" });
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

test("a multi-event field goes with the answers that are left of it, and without those of an event's own field of its key", async () => {
  const admin = await server.as("app");
  const [named, left] = ["Baltic Trade Forum", "Alpine Manufacturing Days"].map(
    (name) => server.events[name] as number,
  );
  const draft = { labels: { "en-gb": "Beside" }, kind: "text" };
  const made: Field = (await admin.post("/1/api/field", { ...draft, event_ids: [named] })).data;
  const own = await aField("Beside");
  expect(own.key).toBe(made.key);
  const person = (eventId?: number) => {
    const at = eventId ? { ...place, path: `/1/api/container/${eventId}` } : place;
    return aProfile({ ...at, asker: admin }, { fields: { [own.key]: "a" } });
  };
  const [mine, theirs, loose] = [await person(), await person(named), await person(left)];
  const group = await expert.post(`${place.path}/custom-group`, {
    name: "By own",
    mode: "rule",
    rule: { match: "all", filter: [{ field: `fields.${own.key}`, op: "eq", value: "a" }] },
  });
  expect(group.status).toBe(201);
  const answersAt = async ({ id }: { id: number }, eventId: number) =>
    (await admin.get(`/1/api/container/${eventId}/thing/${id}`)).data.fields;

  const away = await person();
  const selection = { ids: [away.id] };
  const bulk = await expert.post(`${place.path}/thing/bulk`, {
    ...{ selection, mode: "apply" },
    act: { do: "remove", confirm: 1 },
  });
  await expert.finished(bulk.data.job.id);

  const old = (await admin.post(`/1/api/field/${made.id}/archive`, { rev: made.rev })).data;
  const mentions = (await admin.get(`/1/api/field/${made.id}/mention`)).data;
  const started = await admin.post(`/1/api/field/${made.id}/remove`, { rev: old.rev });
  const job = (await admin.finished(started.data.job.id)).data;

  expect(mentions).toEqual([]);
  expect(job).toMatchObject({ state: "done", result: { changed: 2 } });
  expect([await answersAt(theirs, named as number), await answersAt(loose, left as number)]).toEqual([{}, {}]);
  expect(await answers(mine)).toEqual({ [own.key]: "a" });
  const undo = await expert.post(`${place.path}/thing/bulk/${bulk.data.job.id}/undo`, {});
  await expert.finished(undo.data.job.id);
  expect(await answers(away)).toEqual({ [own.key]: "a" });
});
