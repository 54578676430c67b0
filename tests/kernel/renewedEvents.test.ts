// The events of the session follow what others do, without anything being said or drawn anew for nothing.
import { expect, test, vi } from "vitest";
import { anApp, anEvent, aUser, keptInMemory, problemReply, type Reply, web } from "../support/web.ts";

const START = new Date("2026-06-15T12:00:00Z");
const later = (seconds: number) => new Date(START.getTime() + seconds * 1000);

async function started() {
  const table: Record<string, Reply> = {
    "GET /1/dashboard/user/7/token": { valid: true, user: aUser, expires_at: "2027-01-01T00:00:00Z" },
    "GET /1/dashboard/application": [anApp(1)],
    "GET /1/api/permission": {},
    "GET /1/api/management-settings": {},
    "GET /1/api/config": {},
    "GET /1/api/type": [],
    "GET /1/api/container": [anEvent(11, "2026-01-01"), anEvent(12, "2026-02-01")],
    "GET /1/api/container/11/type-category": [],
  };
  const options = { table, now: START, local: keptInMemory({ userData: JSON.stringify({ ...aUser, token: "dash" }) }) };
  const made = web(options);
  await made.session.start(undefined);
  await vi.waitFor(() => expect(made.session.events).toBeDefined());
  const asked = () => made.asked.filter(({ path }) => path === "/1/api/container").length;
  return { ...made, table, options, asked, ids: () => made.session.events?.map(({ id }) => id) };
}

test("what a colleague made is there after half a minute, and is not asked for before", async () => {
  const { session, table, options, asked, ids } = await started();
  table["GET /1/api/container"] = [anEvent(11, "2026-01-01"), anEvent(13, "2026-03-01")];
  options.now = later(29);
  await session.renewEvents();
  expect([asked(), ids()]).toEqual([1, [12, 11]]);
  options.now = later(31);
  await session.renewEvents();
  expect([asked(), ids()]).toEqual([2, [13, 11]]);
  await session.renewEvents();
  expect(asked()).toBe(2);
});

test("where nothing is another, nothing is drawn anew; what fails is not told; the open event stays", async () => {
  const { session, table, options, ids, root } = await started();
  const before = session.events;
  options.now = later(31);
  await session.renewEvents();
  expect(session.events).toBe(before);

  session.enterEvent(11);
  table["GET /1/api/container"] = [anEvent(12, "2026-02-01")];
  options.now = later(62);
  await session.renewEvents();
  expect([ids(), session.event?.id]).toEqual([[12, 11], 11]);

  table["GET /1/api/container"] = problemReply(500, "unexpected", "Database is away");
  options.now = later(93);
  await session.renewEvents();
  expect([ids(), root.notices.list.length, session.loadProblem]).toEqual([[12, 11], 0, undefined]);
});

test("an answer that may not know of what was saved while it was on its way is dropped", async () => {
  const { session, table, options, ids } = await started();
  table["GET /1/api/container"] = () => {
    session.putEvent({ ...anEvent(11, "2026-04-01"), dropdownName: "Renamed" }, 1);
    return [anEvent(11, "2026-01-01"), anEvent(12, "2026-02-01")];
  };
  options.now = later(31);
  await session.renewEvents();

  expect(ids()).toEqual([11, 12]);
  expect(session.events?.[0]?.dropdownName).toBe("Renamed");
});
