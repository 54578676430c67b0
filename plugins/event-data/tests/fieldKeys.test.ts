// In no event two fields have one key, also where several are given it at the same time.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";

let server: TestApp;
let admin: Asker;
let events: readonly [number, number];
let round = 0;

beforeAll(async () => {
  server = await app();
  admin = await server.as("super");
  events = [server.bigEventId, server.events["Baltic Trade Forum"] as number];
});
afterAll(() => server.close());

const at = (event: number) => `/1/api/container/${event}`;
const drafted = () => {
  round += 1;
  return { key: `contested_${round}`, labels: { "en-gb": `Contested ${round}` }, kind: "text" };
};
const made = async (path: string, draft: object): Promise<Field> => {
  const { status, data } = await admin.post(path, draft);
  expect(status).toBe(201);
  return data;
};
const keysOf = async (event: number, key: string) =>
  (await admin.get(`${at(event)}/field`)).data.filter((field: Field) => field.key === key).length;

const TRIES = 10;

test("a multi-event field comes to an event while the event makes one of that key: one of both is refused", async () => {
  for (let tried = 0; tried < TRIES; tried++) {
    const draft = drafted();
    const shared = await made("/1/api/field", { ...draft, event_ids: [events[0]] });

    const answers = await Promise.all([
      admin.patch(`/1/api/field/${shared.id}`, { rev: shared.rev, event_ids: [...events] }),
      admin.post(`${at(events[1])}/field`, draft),
    ]);

    expect(answers.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1);
    expect(await keysOf(events[1], draft.key)).toBe(1);
  }
});

test("that it asked fewer events is reverted while an event makes one of that key: one of both is refused", async () => {
  for (let tried = 0; tried < TRIES; tried++) {
    const draft = drafted();
    const shared = await made("/1/api/field", { ...draft, event_ids: [...events] });
    const narrow = await admin.patch(`/1/api/field/${shared.id}`, { rev: shared.rev, event_ids: [events[0]] });
    expect(narrow.status).toBe(200);
    const filter = [{ field: "object_type", op: "eq", value: "event-data.field" }];
    const lines = await admin.post(`${at(events[0])}/history/query`, { filter, everywhere: true, limit: 1 });

    const answers = await Promise.all([
      admin.post(`${at(events[0])}/history/${lines.data.rows[0].id}/revert`, {}),
      admin.post(`${at(events[1])}/field`, draft),
    ]);

    expect(answers.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1);
    expect(await keysOf(events[1], draft.key)).toBe(1);
  }
});

test("what became one field has its keys back only where nobody else has them by now", async () => {
  const [first, second] = [drafted(), drafted()];
  const [one, other] = [await made(`${at(events[0])}/field`, first), await made(`${at(events[1])}/field`, second)];
  const promoting = { fields: [one.id, other.id], differing: "stay", mode: "apply" };
  const started = (await admin.post("/1/api/field/promote", promoting)).data.job;
  expect((await admin.finished(started.id)).data.state).toBe("done");
  await made(`${at(events[1])}/field`, second);

  const undoing = (await admin.post(`/1/api/field/promote/${started.id}/undo`)).data.job;
  const told = (await admin.finished(undoing.id)).data;

  const event = (await admin.get(at(events[1]))).data.name;
  const why = `Another field of ${event}, “${second.labels["en-gb"]}”, has the key ${second.key} already`;
  expect(told).toMatchObject({ state: "failed", error: why });
  expect(await keysOf(events[1], first.key)).toBe(1);
  expect(await keysOf(events[1], second.key)).toBe(1);
});
