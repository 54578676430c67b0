// In which of a person's apps an event is: an address names the event alone.
import { afterAll, beforeAll, expect, test } from "vitest";
import { app, type TestApp } from "../support/app.ts";

let lanyard: TestApp;
beforeAll(async () => {
  lanyard = await app();
}, 60_000);
afterAll(() => lanyard.close());

const asked = (eventId: number | string) => `/1/dashboard/container/${eventId}/application`;

test("it is told whichever app the question comes from", async () => {
  const { apps, bigEventId } = lanyard;
  const there = await lanyard.as("super", "harbour");
  const found = await there.get(asked(bigEventId));
  expect([found.status, found.data]).toEqual([200, { application_id: apps.northwind }]);
});

test("nothing is told of an event that is not there, not allowed, or of an app that is not theirs", async () => {
  const { apps, bigEventId, deps } = lanyard;
  const person = await lanyard.as("owner", "harbour");
  expect((await person.get(asked(999_999))).status).toBe(404);
  const ofNorthwind = deps.database.write
    .updateTable("core_membership")
    .where("user_id", "=", person.userId)
    .where("app_id", "=", apps.northwind);
  expect((await person.get(asked(bigEventId))).status).toBe(200);
  await ofNorthwind.set({ allowed_events: "[999]" }).execute();
  expect((await person.get(asked(bigEventId))).status).toBe(404);
  await ofNorthwind.set({ allowed_events: "[-1]", disabled_at: "2026-01-01T00:00:00.000Z" }).execute();
  const refused = await person.get(asked(bigEventId));
  expect([refused.status, refused.error.message]).toEqual([404, (await person.get(asked(999_999))).error.message]);
  expect((await lanyard.anonymous.get(asked(bigEventId))).status).toBe(401);
});
