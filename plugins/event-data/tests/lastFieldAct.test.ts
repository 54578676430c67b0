// What was done last to fields and their answers is found again as long as it can be undone: after a reload, too.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import { stopNext } from "../../../tests/support/cutOff.ts";

let server: TestApp;
let admin: Asker;
let other: Asker;
let now = new Date("2026-05-01T10:00:00.000Z");
let round = 0;

beforeAll(async () => {
  server = await app({ now: () => now });
  [admin, other] = [await server.as("super"), await server.as("expert")];
});
afterAll(() => server.close());
beforeEach(() => {
  // What earlier tests did can no longer be undone.
  now = new Date(now.getTime() + 3_600_000);
});

const base = () => `/1/api/container/${server.bigEventId}`;
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};
const last = async (who = admin, at = base()) => (await who.get(`${at}/field/last-act`)).data;
const options = ["a", "b", "c"].map((key) => ({ key, labels: { "en-gb": key.toUpperCase() } }));
async function make(draft: object, at = base()): Promise<Field> {
  round += 1;
  const made = await admin.post(`${at}/field`, { labels: { "en-gb": `Last ${round}` }, ...draft });
  expect(made.status).toBe(201);
  return made.data;
}
async function run(path: string, body?: object): Promise<{ id: number; state: string }> {
  const started = await admin.post(path, body);
  expect(started.status).toBe(202);
  return (await admin.finished(started.data.job.id)).data;
}
const takeOut = (field: Field) =>
  run(`${base()}/field/${field.id}/option/a/replace`, { rev: field.rev, mode: "apply" });

test("an option that was taken out is found for ten minutes by whoever took it out, and no longer once it is back", async () => {
  expect(await last()).toBeNull();
  const field = await make({ kind: "choices", options });
  const { id } = await takeOut(field);

  const until = new Date(now.getTime() + 600_000).toISOString();
  const told = { job: { id, state: "done" }, did: "option", field_id: field.id, isPartlyBack: false, until };
  expect(await last()).toEqual(told);
  expect(await last(other)).toBeNull();
  expect(await last(admin, "/1/api")).toBeNull();
  expect(await last(admin, `/1/api/container/${server.events["Baltic Trade Forum"]}`)).toBeNull();
  later(9);
  expect(await last()).toEqual(told);
  await run(`${base()}/field/${field.id}/option-job/${id}/undo`);
  expect(await last()).toBeNull();
});

test("when the time is over, nothing is found", async () => {
  await takeOut(await make({ kind: "choices", options }));

  later(11);

  expect(await last()).toBeNull();
});

test("the last of several acts is found, and once it is undone the one before", async () => {
  const first = await make({ kind: "choices", options });
  const before = await takeOut(first);
  const second = await make({ kind: "text" });
  const kind = await run(`${base()}/field/${second.id}/kind`, { rev: second.rev, kind: "long_text", mode: "apply" });

  expect(await last()).toMatchObject({ did: "kind", field_id: second.id, job: { id: kind.id } });
  await run(`${base()}/field/${second.id}/kind-job/${kind.id}/undo`);
  expect(await last()).toMatchObject({ did: "option", field_id: first.id, job: { id: before.id } });
});

test("a dry run and what was put back since it was stopped are nothing to undo", async () => {
  const field = await make({ kind: "choices", options });
  await run(`${base()}/field/${field.id}/option/a/replace`, { rev: field.rev, mode: "dry-run" });
  expect(await last()).toBeNull();

  stopNext(server, admin, "event-data.option");
  expect((await takeOut(field)).state).toBe("cancelled");
  expect(await last()).toBeNull();
});

test("an act on a field that has been deleted since is passed over", async () => {
  const field = await make({ kind: "choices", options });
  await takeOut(field);
  const { rev } = (await admin.get(`${base()}/field`)).data.find((one: Field) => one.id === field.id);
  const archived = await admin.post(`${base()}/field/${field.id}/archive`, { rev });
  await run(`${base()}/field/${field.id}/remove`, { rev: archived.data.rev });

  expect(await last()).toBeNull();
});

test("fields that were made one of several events are found among those of the app", async () => {
  const own = await make({ kind: "text" });
  const body = { fields: [own.id], differing: "stay", mode: "apply" };
  const promoted = await run("/1/api/field/promote", body);

  const field = (await admin.get("/1/api/field")).data.find(({ key }: Field) => key === own.key) as Field;
  expect(await last(admin, "/1/api")).toMatchObject({ did: "promotion", field_id: field.id, job: { id: promoted.id } });
  expect(await last()).toBeNull();
  await run(`/1/api/field/promote/${promoted.id}/undo`);
  expect(await last(admin, "/1/api")).toBeNull();
});
