// A data type that leaves an event in the very moment in which a profile of it is made: one of the two waits for the other.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, type Asker, app, type TestApp, testDatabase } from "../../../tests/support/app.ts";
import { aPlace, type Place } from "../../../tests/support/place.ts";
import { createThing } from "../server/repository.ts";
import { refuseLostTypes } from "../server/rows.ts";
import { someValues } from "./factories.ts";

let server: TestApp;
let place: Place;
let expert: Asker;

beforeAll(async () => {
  server = await app();
  place = await aPlace(server);
  expert = await server.as("expert");
});
afterAll(() => server.close());

const leave = (typeId: number) => expert.remove(`${place.path}/type-rule/type/${typeId}`);
/** Until somebody waits for what this transaction holds. */
async function untilWaiting(): Promise<void> {
  const waiting = async () =>
    (await sql`select 1 from pg_locks where not granted`.execute(server.deps.database.quick)).rows.length;
  await expect.poll(waiting).toBeGreaterThan(0);
}

test("a type that has left takes no more profiles, and one with profiles does not leave", async () => {
  const [used, unused] = [place.types[1], place.types[3]];
  await expert.post(`${place.path}/thing`, { type_id: used, last_name: "Here" });

  expect((await leave(used)).error.code).toBe("data-types-permissions.in_use");
  expect((await leave(unused)).status).toBe(200);
  const late = await expert.post(`${place.path}/thing`, { type_id: unused, name: "Late" });
  expect(late.error.code).toBe("event-data.type_unknown");
  await expert.post(`${place.path}/type-rule/type/${unused}`);
});

test("what undoing an act on many would put back into a type that has left is left out, and told", async () => {
  const lost = place.types[3];
  const one = await item("Undone");
  const act = { do: "remove", confirm: 1 };
  const removed = await expert.post(`${place.path}/thing/bulk`, { selection: { ids: [one.id] }, act, mode: "apply" });
  await expert.finished(removed.data.job.id);
  expect((await leave(lost)).status).toBe(200);

  const undone = await expert.post(`${place.path}/thing/bulk/${removed.data.job.id}/undo`, { locale: "en-gb" });
  const { result } = (await expert.finished(undone.data.job.id)).data;

  expect([result.changed, result.skipped]).toEqual([0, 1]);
  expect(result.errors[0].message).toBe("Its data type has left the event since then");
  await expert.post(`${place.path}/type-rule/type/${lost}`);
});

// SQLite has one writer at a time.
if (testDatabase === "postgres") {
  test("who makes a profile of a type that is leaving waits, and is told that it has left", async () => {
    const lost = place.types[3];
    let made: Promise<Answer> | undefined;
    await server.deps.database.write.transaction().execute(async (db) => {
      await sql`select 1 from core_event_type where type_id = ${lost} for update`.execute(db);
      made = expert.post(`${place.path}/thing`, { type_id: lost, name: "Too late" });
      await untilWaiting();
      await sql`delete from core_event_type where type_id = ${lost} and event_id = ${place.eventId}`.execute(db);
    });

    expect((await made)?.error.code).toBe("event-data.type_unknown");
  });

  test("who undoes a merge into a type that is leaving waits, and is told that it has left", async () => {
    const lost = place.types[3];
    const [keep, drop] = [await item("Stays"), await item("Goes")];
    const merged = await expert.post(`${place.path}/thing/merge`, { keep, drop, take: [] });
    let undone: Promise<Answer> | undefined;
    await server.deps.database.write.transaction().execute(async (db) => {
      await sql`select 1 from core_event_type where type_id = ${lost} for update`.execute(db);
      undone = expert.post(`${place.path}/thing/merge/${merged.data.id}/undo`);
      await untilWaiting();
      await sql`delete from core_event_type where type_id = ${lost} and event_id = ${place.eventId}`.execute(db);
    });

    expect((await undone)?.error.code).toBe("event-data.type_unknown");
  });

  test("a type waits for whoever is making a profile of it, and stays", async () => {
    const kept = place.types[2];
    let left: Promise<Answer> | undefined;
    await server.deps.database.write.transaction().execute(async (transaction) => {
      const db = transaction as never;
      await refuseLostTypes(db, server.deps.database.dialect, place.eventId, [kept]);
      left = leave(kept);
      await untilWaiting();
      await createThing(db, place.eventId, someValues({ type_id: kept }), new Date().toISOString());
    });

    expect((await left)?.error.code).toBe("data-types-permissions.in_use");
  });
}

async function item(name: string): Promise<{ id: number; rev: number }> {
  // It may have left before.
  await expert.post(`${place.path}/type-rule/type/${place.types[3]}`);
  const { id, rev } = (await expert.post(`${place.path}/thing`, { type_id: place.types[3], name })).data;
  return { id, rev };
}
