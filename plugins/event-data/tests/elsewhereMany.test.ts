// People are looked for in all other events of an app at once, however many there are.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { app, type TestApp } from "../../../tests/support/app.ts";
import { aPlace, type Place } from "../../../tests/support/place.ts";
import type { Elsewhere } from "../contract.ts";
import { createThings } from "../server/repository.ts";
import { someValues } from "./factories.ts";

const EVENTS = 60;
const NOW = "2026-01-01T00:00:00.000Z";
const asked: string[] = [];
let server: TestApp;
let place: Place;
let others: number[];
beforeAll(async () => {
  server = await app({ hear: (text) => void asked.push(text) });
  place = await aPlace(server);
  const { write } = server.deps.database;
  const { app_id } = await write
    .selectFrom("core_event")
    .select("app_id")
    .where("id", "=", place.eventId)
    .executeTakeFirstOrThrow();
  others = [];
  for (let at = 0; at < EVENTS; at++) {
    const made = await sql<{
      id: number;
    }>`insert into core_event (app_id, name, active, web_networking_activated, format, timezone,
        date_start, date_end, created_at, updated_at)
      select app_id, ${`Many ${at}`}, active, 0, format, timezone, date_start, date_end, created_at, updated_at
      from core_event where id = ${place.eventId} and app_id = ${app_id} returning id`.execute(write);
    others.push(made.rows[0]?.id as number);
  }
  for (const [at, id] of others.entries()) {
    const one = { type_id: place.types[1], last_name: "Elsewhere", company_name: "Many Ltd" };
    const values = [
      someValues({ ...one, name: "Same Elsewhere", email: "same@many.example" }),
      someValues({ ...one, name: `Own Elsewhere ${at}`, email: at % 3 ? `own${at}@many.example` : "" }),
      someValues({ ...one, type_id: place.types[2], name: "Elsewhere Company", email: "company@many.example" }),
    ];
    await write.transaction().execute((db) => createThings(db as never, id, values, NOW));
  }
  await server.resting();
});
afterAll(() => server.close());

async function find(body: object) {
  asked.length = 0;
  const { data } = await place.asker.post(`${place.path}/thing/elsewhere`, { search: "", ...body });
  const rows: Elsewhere[] = data.rows;
  const questions = asked.filter((text) => /event_data_thing/.test(text)).length;
  return { rows, more: data.more, questions };
}

test("a search over many events is a few questions, newest events first, and who is in all of them stands once", async () => {
  const { rows, more, questions } = await find({ search: "elsewhere many" });

  expect(questions).toBeLessThanOrEqual(4);
  expect(rows.length).toBe(50);
  expect(more).toBe(true);
  expect(rows.filter(({ email }) => email === "same@many.example").map(({ event }) => event.id)).toEqual([
    others.at(-1),
  ]);
  expect(rows.filter(({ email }) => email === "company@many.example")).toEqual([]);
  const events = rows.map(({ event }) => event.id);
  expect(events).toEqual([...events].sort((one, other) => other - one));
});

test("without words it goes along the events that have people", async () => {
  const { rows, more, questions } = await find({});

  expect(questions).toBeLessThanOrEqual(8);
  expect(rows.length).toBe(50);
  expect(more).toBe(true);
  expect(new Set(rows.map(({ event }) => event.id)).size).toBeGreaterThan(45);
  expect(rows.filter(({ email }) => email === "same@many.example").length).toBe(1);
});

test("one event alone, a single id, and words that are none", async () => {
  const [one = 0] = others;
  const alone = await find({ event_id: one });
  expect(alone.rows.map(({ name }) => name).sort()).toEqual(["Own Elsewhere 0", "Same Elsewhere"]);
  expect(alone.more).toBe(false);
  const [someone] = alone.rows;
  expect((await find({ search: `${someone?.id}` })).rows.map(({ id }) => id)).toContain(someone?.id);
  expect((await find({ search: "?!" })).rows).toEqual([]);
});
