// The list of events that an app brings does not undo what was saved while it was on its way.
import { expect, test, vi } from "vitest";
import { anApp, anEvent, aUser, keptInMemory, problemReply, type Reply, web } from "../support/web.ts";

const events = () => [anEvent(11, "2026-01-01"), anEvent(12, "2026-02-01")];

async function started(list: (session: ReturnType<typeof web>["session"]) => unknown) {
  const table: Record<string, Reply> = {
    "GET /1/dashboard/user/7/token": { valid: true, user: aUser, expires_at: "2027-01-01T00:00:00Z" },
    "GET /1/dashboard/application": [anApp(1)],
    "GET /1/api/permission": {},
    "GET /1/api/management-settings": {},
    // The last to arrive: the others wait a moment for it.
    "GET /1/api/config": () => new Promise((go) => setTimeout(() => go({}), 40)),
    "GET /1/api/type": [],
    "GET /1/api/container": () => list(made.session),
    "GET /1/api/container/11/type-category": [],
    "GET /1/api/container/12/type-category": [],
    "GET /1/api/container/13/type-category": [],
  };
  const made = web({ table, local: keptInMemory({ userData: JSON.stringify({ ...aUser, token: "dash" }) }) });
  await made.session.start(undefined);
  await vi.waitFor(() => expect(made.session.config).toBeDefined());
  return made.session.events?.map(({ id, dropdownName, rev }) => ({ id, dropdownName, rev })) ?? [];
}

test("what was saved, made and deleted since it was asked for stays as it is", async () => {
  const shown = await started((session) => {
    session.putEvent({ ...anEvent(11, "2026-01-01"), dropdownName: "Renamed", rev: 2 }, 1);
    session.putEvent(anEvent(13, "2026-03-01"), 1);
    session.removeEvent(12, 1);
    return events();
  });

  expect(shown).toMatchObject([{ id: 13 }, { id: 11, dropdownName: "Renamed", rev: 2 }]);
});

test("what is saved between its arrival and the drawing stays, too", async () => {
  const shown = await started((session) => {
    setTimeout(() => session.putEvent({ ...anEvent(11, "2026-01-01"), dropdownName: "Renamed", rev: 2 }, 1), 5);
    return events();
  });

  expect(shown).toMatchObject([{ id: 12 }, { id: 11, dropdownName: "Renamed" }]);
});

test("an event that was only looked at is what the list says of it", async () => {
  const shown = await started((session) => {
    session.knowEvent({ ...anEvent(11, "2026-01-01"), dropdownName: "Of before" });
    return events();
  });

  expect(shown.map(({ dropdownName }) => dropdownName)).not.toContain("Of before");
});

test("a list that failed is asked for once more, although an address has opened one of its events by then", async () => {
  const table: Record<string, Reply> = {
    "GET /1/dashboard/user/7/token": { valid: true, user: aUser, expires_at: "2027-01-01T00:00:00Z" },
    "GET /1/dashboard/application": [anApp(1)],
    "GET /1/api/permission": {},
    "GET /1/api/management-settings": {},
    "GET /1/api/config": {},
    "GET /1/api/type": [],
    "GET /1/api/container": problemReply(500, "unexpected", "Database is away"),
    "GET /1/api/container/12": anEvent(12, "2026-02-01"),
    "GET /1/api/container/12/type-category": [],
  };
  const { session } = web({ table, local: keptInMemory({ userData: JSON.stringify({ ...aUser, token: "dash" }) }) });
  await session.start(undefined);
  await vi.waitFor(() => expect(session.loadProblem).toBeDefined());
  expect(await session.openEvent(12)).toBe(true);

  table["GET /1/api/container"] = events();
  await session.reload();

  expect(session.events?.map(({ id }) => id)).toEqual([12, 11]);
  expect([session.eventId, session.loadProblem]).toEqual([12, undefined]);
});
