// A multi-event field becomes one of another kind, and its answers follow wherever they stand.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";

describe.each(testDatabases)("a multi-event field of another kind, on %s", (database) => {
  let server: TestApp;
  let admin: Asker;
  let events: readonly [number, number];
  let type: number;
  beforeAll(async () => {
    server = await app({ database });
    admin = await server.as("super");
    events = [server.bigEventId, server.events["Baltic Trade Forum"] as number];
    const all: { id: number; type_category_id: number }[] = (await admin.get("/1/api/type")).data;
    type = all.find(({ type_category_id }) => type_category_id === 1)?.id as number;
  });
  afterAll(() => server.close());

  const ok = <T extends { status: number; error: unknown }>(reply: T) => {
    expect(reply.status, JSON.stringify(reply.error)).toBeLessThan(300);
    return reply;
  };
  const at = (event: number) => `/1/api/container/${event}`;
  const run = async (path: string, body: object) =>
    (await admin.finished(ok(await admin.post(path, body)).data.job.id)).data;

  test("answers in an event that no longer asks follow it, and come back with it", async () => {
    const draft = { key: "guests", labels: { "en-gb": "Guests" }, kind: "text" };
    const field: Field = ok(await admin.post("/1/api/field", draft)).data;
    const made: number[] = [];
    for (const event of events) {
      const person = { type_id: type, last_name: "Host", name: "Host", fields: { guests: "3" } };
      made.push(ok(await admin.post(`${at(event)}/thing`, person)).data.id);
    }
    const answers = async () =>
      Promise.all(
        events.map(async (event, one) => ok(await admin.get(`${at(event)}/thing/${made[one]}`)).data.fields.guests),
      );
    const path = `/1/api/field/${field.id}`;
    const narrow: Field = ok(await admin.patch(path, { rev: field.rev, event_ids: [events[0]] })).data;

    const told = await run(`${path}/kind`, { rev: narrow.rev, kind: "number", mode: "dry-run" });
    const done = await run(`${path}/kind`, { rev: narrow.rev, kind: "number", mode: "apply" });
    const after = await answers();
    await run(`${path}/kind-job/${done.id}/undo`, {});

    expect(told.result).toMatchObject({ answers: 2, changed: 2, lost: 0 });
    expect(after).toEqual([3, 3]);
    expect(await answers()).toEqual(["3", "3"]);
  });
});
