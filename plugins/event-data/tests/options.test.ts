// Options of choices are taken out or merged: told before, done in a job with history, undone for ten minutes.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";

let server: TestApp;
let expert: Asker;
let admin: Asker;
let base: string;
let type: number;
let now = new Date("2026-05-01T10:00:00.000Z");
let round = 0;

beforeAll(async () => {
  server = await app({ now: () => now });
  [expert, admin] = [await server.as("expert"), await server.as("app")];
  base = `/1/api/container/${server.bigEventId}`;
  const types: { id: number; type_category_id: number }[] = (await expert.get("/1/api/type")).data;
  type = types.find((one) => one.type_category_id === 1)?.id as number;
});
afterAll(() => server.close());

const option = (key: string) => ({ key, labels: { "en-gb": key.toUpperCase() } });
const options = ["a", "b", "c"].map(option);

async function make(draft: object): Promise<Field> {
  round += 1;
  const made = await expert.post(`${base}/field`, { labels: { "en-gb": `Options ${round}` }, options, ...draft });
  expect(made.status).toBe(201);
  return made.data;
}
async function guest(fields: object, at = base): Promise<{ id: number; rev: number }> {
  return (await expert.post(`${at}/thing`, { type_id: type, last_name: "Guest", fields })).data;
}
const answer = async ({ id }: { id: number }, { key }: Field, at = base) =>
  (await expert.get(`${at}/thing/${id}`)).data.fields[key];
const current = async ({ id }: Field): Promise<Field> =>
  ((await expert.get(`${base}/field`)).data as Field[]).find((one) => one.id === id) as Field;

async function replace(field: Field, key: string, body: object, who = expert, at = base) {
  const started = await who.post(`${at}/field/${field.id}/option/${key}/replace`, { rev: field.rev, ...body });
  return started.status === 202 ? (await who.finished(started.data.job.id)).data : started;
}
async function undo(field: Field, jobId: number, who = expert, at = base) {
  const started = await who.post(`${at}/field/${field.id}/option-job/${jobId}/undo`);
  return started.status === 202 ? (await who.finished(started.data.job.id)).data : started;
}

test("what a removal would change is told, and changes nothing", async () => {
  const field = await make({ kind: "choices" });
  const both = await guest({ [field.key]: ["a", "b"] });
  await guest({ [field.key]: ["a"] });
  await guest({ [field.key]: ["b"] });

  const { result } = await replace(field, "a", { mode: "dry-run" });

  expect(result).toEqual({ changed: 2, emptied: 1, skipped: 0, until: null });
  expect(await answer(both, field)).toEqual(["a", "b"]);
  expect(await current(field)).toEqual(field);
});

test("an option is removed with its answers, each with a line of history, and all of it is undone", async () => {
  const field = await make({ kind: "choices" });
  const both = await guest({ [field.key]: ["a", "b"] });
  const only = await guest({ [field.key]: ["a"] });

  const job = await replace(field, "a", { mode: "apply" });

  expect(job.result).toEqual({ changed: 2, emptied: 1, skipped: 0, until: "2026-05-01T10:10:00.000Z" });
  expect([await answer(both, field), await answer(only, field)]).toEqual([["b"], undefined]);
  expect((await current(field)).options.map(({ key }) => key)).toEqual(["b", "c"]);
  const history = (await expert.get(`${base}/thing/${only.id}/history`)).data;
  expect(history[0]).toMatchObject({
    before: { [`fields.${field.key}`]: ["a"] },
    after: { [`fields.${field.key}`]: null },
  });

  expect((await undo(field, job.id)).result).toMatchObject({ changed: 2, skipped: 0 });
  expect([await answer(both, field), await answer(only, field)]).toEqual([["a", "b"], ["a"]]);
  expect((await current(field)).options).toEqual(options);
  expect((await undo(field, job.id)).error.code).toBe("event-data.undo_over");
});

test("two options become one, and who had both has it once", async () => {
  const field = await make({ kind: "choices" });
  const single = await make({ kind: "choice" });
  const person = await guest({ [field.key]: ["a", "b"], [single.key]: "a" });

  const jobs = [
    await replace(field, "a", { mode: "apply", into: "b" }),
    await replace(single, "a", { mode: "apply", into: "c" }),
  ];

  expect(jobs.map(({ result }) => [result.changed, result.emptied])).toEqual([
    [1, 0],
    [1, 0],
  ]);
  expect([await answer(person, field), await answer(person, single)]).toEqual([["b"], "c"]);
});

test("what somebody changed since stays, and after ten minutes nothing is undone", async () => {
  const field = await make({ kind: "choice" });
  const [first, second] = [await guest({ [field.key]: "a" }), await guest({ [field.key]: "a" })];
  const job = await replace(field, "a", { mode: "apply", into: "b" });
  await expert.patch(`${base}/thing/${first.id}`, { rev: first.rev + 1, fields: { [field.key]: "c" } });

  expect((await undo(field, job.id)).result).toMatchObject({ changed: 1, skipped: 1 });
  expect([await answer(first, field), await answer(second, field)]).toEqual(["c", "a"]);

  const late = await replace(await current(field), "a", { mode: "apply", into: "b" });
  now = new Date(now.getTime() + 600_001);
  expect((await undo(field, late.id)).error.code).toBe("event-data.undo_over");
});

test("an option of a multi-event field changes answers in every event, each in the history of its own", async () => {
  const made = await admin.post("/1/api/field", { labels: { "en-gb": "Shared" }, kind: "choice", options });
  const elsewhere = `/1/api/container/${server.events["Baltic Trade Forum"]}`;
  const [here, there] = [await guest({ shared: "a" }), await guest({ shared: "a" }, elsewhere)];

  const job = await replace(made.data, "a", { mode: "apply", into: "b" }, admin, "/1/api");

  expect(job.result).toMatchObject({ changed: 2 });
  expect(await answer(there, made.data, elsewhere)).toBe("b");
  expect((await expert.get(`${elsewhere}/thing/${there.id}/history`)).data[0].after).toEqual({ "fields.shared": "b" });
  expect((await undo(made.data, job.id, admin, "/1/api")).result).toMatchObject({ changed: 2 });
  expect([await answer(here, made.data), await answer(there, made.data, elsewhere)]).toEqual(["a", "a"]);
});

test("an option of a multi-event field leaves the answers of an event that has a field of its own with that key", async () => {
  const [mine, elsewhere] = [server.bigEventId, server.events["Baltic Trade Forum"] as number];
  const draft = { labels: { "en-gb": "Beside" }, kind: "choice", options };
  const made = await admin.post("/1/api/field", { ...draft, event_ids: [mine] });
  const path = `/1/api/container/${elsewhere}`;
  const own: Field = (await expert.post(`${path}/field`, draft)).data;
  expect(own.key).toBe("beside");
  const [here, there] = [await guest({ beside: "a" }), await guest({ beside: "a" }, path)];
  const use = (await admin.get("/1/api/field/use")).data.keys.find(({ key }: { key: string }) => key === "beside");

  const job = await replace(made.data, "a", { mode: "apply", into: "b" }, admin, "/1/api");

  expect(use).toMatchObject({ answers: 1, events: 1, options: { a: 1 } });
  expect(job.result).toMatchObject({ changed: 1 });
  expect([await answer(here, own), await answer(there, own, path)]).toEqual(["b", "a"]);
});

test("an option that was taken out is no act on profiles: the last of those stays at hand, and does not undo it", async () => {
  const field = await make({ kind: "choice" });
  const person = await guest({ [field.key]: "a" });
  const bulk = `${base}/thing/bulk`;
  const act = { mode: "apply", selection: { ids: [person.id] }, act: { do: "deactivate" } };
  const done = (await expert.finished((await expert.post(bulk, act)).data.job.id)).data;
  const job = await replace(field, "a", { mode: "apply", into: "b" });

  expect((await expert.get(`${bulk}/last`)).data).toMatchObject({ job: { id: done.id }, do: "deactivate" });
  expect((await expert.post(`${bulk}/${job.id}/undo`)).error.code).toBe("event-data.undo_over");
  expect((await undo(field, done.id)).error.code).toBe("event-data.undo_over");
  expect((await undo(field, job.id)).result).toMatchObject({ changed: 1, skipped: 0 });
  expect(await answer(person, field)).toBe("a");
});

test("an option that is not there, into itself, the last one, an old state and a weaker role are refused", async () => {
  const field = await make({ kind: "choice", options: [option("a"), { ...option("b"), archived: true }] });
  const matchmaker = await server.as("matchmaker");

  expect((await replace(field, "z", { mode: "apply" })).error.code).toBe("event-data.option_unknown");
  expect((await replace(field, "a", { mode: "apply", into: "a" })).error.code).toBe("event-data.option_unknown");
  expect((await replace(field, "a", { mode: "apply" })).error.code).toBe("event-data.option_last");
  expect((await replace({ ...field, rev: 9 }, "b", { mode: "apply" })).error.code).toBe("stale");
  expect((await replace(field, "b", { mode: "apply" }, matchmaker)).error.code).toBe("forbidden");
});
