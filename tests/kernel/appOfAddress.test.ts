import { describe, expect, test, vi } from "vitest";
import { appIn, withApp, withoutApp } from "../../src/app/appIn.ts";
import { anApp, anEvent, aUser, keptInMemory, type Reply, web } from "../support/web.ts";

const table: Record<string, Reply> = {
  "GET /1/dashboard/user/7/token": { valid: true, user: aUser, expires_at: "2027-01-01T00:00:00Z" },
  "GET /1/dashboard/application": [anApp(1), anApp(2)],
  "GET /1/dashboard/application/3": anApp(3),
  "GET /1/api/permission": {},
  "GET /1/api/management-settings": {},
  "GET /1/api/config": {},
  "GET /1/api/type": [],
  "GET /1/api/container": ({ headers }: { headers: Headers }) =>
    headers.get("authorization")?.endsWith("2") ? [anEvent(21, "2026-03-01")] : [anEvent(11, "2026-01-01")],
  "GET /1/api/container/11/type-category": [],
  "GET /1/api/container/21/type-category": [],
  "GET /1/dashboard/container/21/application": { application_id: 2 },
  "GET /1/dashboard/container/31/application": { application_id: 3 },
};

async function started(named?: number) {
  const made = web({ table, local: keptInMemory({ userData: JSON.stringify({ ...aUser, token: "dash" }) }) });
  made.session.wantApp(named);
  await made.session.start(undefined);
  await vi.waitFor(() => expect(made.session.events).toBeDefined());
  return made.session;
}

test("the app of an address is read, put and taken out without touching the rest of the query", () => {
  const query = "?open=7&filter=a%2Cb";
  expect([appIn(query), appIn("?app=2"), appIn("?app=x"), appIn("?myapp=3&app=12&q=1")]).toEqual([
    undefined,
    2,
    undefined,
    12,
  ]);
  expect([withApp("", 2), withApp(query, 2), withApp("?app=1&q=x", 2)]).toEqual([
    "?app=2",
    `${query}&app=2`,
    "?q=x&app=2",
  ]);
  expect([withoutApp("?app=2"), withoutApp(`${query}&app=2`), withoutApp("?app=2&q=x")]).toEqual(["", query, "?q=x"]);
});

describe("the app that an address names", () => {
  test("is entered at the start, and is no choice of another start; one of somebody else's is not", async () => {
    const session = await started(2);
    expect([session.appId, session.wantedApp]).toEqual([2, undefined]);
    expect((await started(9)).appId).toBe(1);
  });

  test("is entered where it is gone to, unless another was chosen on the way", async () => {
    const session = await started();
    session.follow(undefined, 2);
    expect(session.appId).toBe(2);
    session.follow({ choose: { appId: 1 } }, 2);
    expect(session.appId).toBe(1);
    session.follow(undefined, 9);
    expect(session.appId).toBe(1);
  });

  test("back to a page of another app, its app and event are there again; within the app the event stays", async () => {
    const session = await started();
    session.comeBack({ appId: 2, eventId: 21 });
    await vi.waitFor(() => expect(session.event?.id).toBe(21));
    expect(session.appId).toBe(2);
    session.comeBack({ appId: 2, eventId: 0 });
    expect(session.eventId).toBe(21);
  });

  test("an event of another of one's apps is found there, also where one has just become a member; of nobody's it is not", async () => {
    const session = await started();
    expect(await session.openEvent(21)).toBe(false);
    expect(await session.appOfEvent(21)).toBe(2);
    expect(await session.appOfEvent(31)).toBe(3);
    expect(session.apps.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(await session.appOfEvent(99)).toBeUndefined();
  });
});
