// What was changed last in the programme is told, to whoever does not read links, though a file of another area has written very many lines since.
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeAudit } from "../../../server/core/audit/audit.ts";
import { app, type TestApp } from "../../../tests/support/app.ts";

let server: TestApp;
beforeAll(async () => {
  server = await app();
});
afterAll(() => server.close());

test("a session that was made before a file of links is among the latest changes", async () => {
  const expert = await server.as("expert");
  const path = `/1/api/container/${server.bigEventId}`;
  const draft = { title: "Before the file", start: "2026-09-01T09:00:00.000Z", end: "2026-09-01T10:00:00.000Z" };
  await expert.post(`${path}/session`, { ...draft, stage_id: null, track_id: null });
  const who = { id: 1, email: "a@b.test", firstName: "Ada", lastName: "Low", sessionId: 0 };
  const line = {
    ...{ appId: server.apps.northwind, eventId: server.bigEventId, requestId: "x", at: new Date() },
    who: { ...who, accessRole: 1, permissions: {}, allowedEvents: [-1] },
    entry: { action: "link", object: { type: "event-data.thing", id: 1, label: "Ada" }, before: null, after: null },
  };
  await server.deps.database.write.transaction().execute((db) => writeAudit(server.deps, db, Array(600).fill(line)));

  // Whoever reads links is told of these first.
  const owner = await server.as("owner");
  await server.deps.database.write
    .updateTable("core_membership")
    .set({ permissions: JSON.stringify({ relationships: false }) })
    .where("user_id", "=", owner.userId)
    .execute();

  for (const home of [`${path}/overview`, "/1/api/container/standing"])
    expect(JSON.stringify((await owner.get(home)).data.changes)).toContain("Before the file");
});
