import { describe, expect, test, vi } from "vitest";
import { listTypes } from "#schemas/core.ts";
import type { App, Event } from "#schemas/session.ts";
import { anApp, anEvent, aUser, keptInMemory, problemReply, type Reply, web } from "../support/web.ts";

const stored = JSON.stringify({ ...aUser, token: "dash" });
const credentials = { token: "fresh", user: aUser };

/** A server with two apps: 1 allows all events, 2 allows two of them. */
function aServer(more: Record<string, Reply> = {}): Record<string, Reply> {
  return {
    "GET /1/dashboard/user/7/token": { valid: true, user: aUser, expires_at: "2027-01-01T00:00:00Z" },
    "GET /1/dashboard/application": [
      anApp(1),
      anApp(2, { allowed_containers: [21, 22], accessRole: { id: 299, name: "Owner" } }),
    ],
    "GET /1/api/permission": { containers: true },
    "GET /1/api/management-settings": {},
    "GET /1/api/config": {},
    "GET /1/api/type": [],
    "GET /1/api/container": [anEvent(11, "2026-01-01"), anEvent(12, "2026-09-01")],
    "GET /1/api/container/non-archived": [anEvent(21, "2026-03-01"), anEvent(22, "2026-08-01")],
    ...more,
  };
}

const everywhere = (ids: number[]) =>
  Object.fromEntries(ids.map((id) => [`GET /1/api/container/${id}/type-category`, []] as [string, Reply]));

async function started(more: Record<string, Reply> = {}, options: Parameters<typeof web>[0] = {}) {
  const local = keptInMemory({ userData: stored });
  const made = web({ table: { ...aServer(more), ...everywhere([11, 12, 21, 22]) }, local, ...options });
  await made.session.start(undefined);
  await vi.waitFor(() => expect(made.session.events).toBeDefined());
  return made;
}

/** Chooses an app and waits until it has arrived. */
async function choose(session: ReturnType<typeof web>["session"], appId: number): Promise<void> {
  session.selectApp(appId);
  await vi.waitFor(() => expect(session.switching.busy).toBe(false), { interval: 5 });
}

describe("start-up", () => {
  test("a stored token that is still good logs the person in, and the apps are there", async () => {
    const { session } = await started();
    expect([session.status, session.user?.user_id, session.apps.map((app: App) => app.id)]).toEqual([
      "authenticated",
      7,
      [1, 2],
    ]);
  });

  test("an invalid token with a one-time password in the address: the password is tried, and the person stored", async () => {
    const table = aServer({
      "GET /1/dashboard/user/7/token": problemReply(401, "unauthenticated", "Log in"),
      "POST /1/dashboard/user/otp/verify": credentials,
    });
    const { session, asked, local } = web({ table, local: keptInMemory({ userData: stored }), hasOtp: true });
    await session.start("one-time");
    expect(session.status).toBe("authenticated");
    expect(asked.find((one) => one.path.endsWith("/otp/verify"))?.body).toEqual({ otp: "one-time" });
    expect(local.read("userData")).toMatchObject({ user_id: 7, token: "fresh" });
  });

  test("a one-time password that fails leads to the log-in page", async () => {
    const table = { "POST /1/dashboard/user/otp/verify": problemReply(401, "otp.refused", "Used") };
    const { session, local } = web({ table, hasOtp: true });
    await session.start("used");
    expect([session.status, local.text("userData")]).toEqual(["anonymous", undefined]);
  });

  test("neither token nor one-time password: nothing is asked, nobody is here", async () => {
    const { session, asked } = web();
    await session.start(undefined);
    expect([session.status, asked.length]).toEqual(["anonymous", 0]);
  });

  const unreadable = [
    ["cut off", '{"user_id": 7'],
    ["of another version", '{"id": 7}'],
    ["a list", "[]"],
  ];
  test.each(unreadable)("stored data that is %s is said so and dropped", async (_, userData) => {
    const { session, root, local } = web({ local: keptInMemory({ userData }) });
    await session.start(undefined);
    expect(root.notices.list[0]).toMatchObject({
      tone: "error",
      title: "common:toast.failed",
      text: "problem:ERROR_CONTACT_LANYARD",
    });
    expect([session.status, local.text("userData")]).toEqual(["anonymous", undefined]);
  });

  test("a token of another user is no log-in", async () => {
    const refused = problemReply(403, "forbidden", "Not yours");
    const { session } = web({
      table: aServer({ "GET /1/dashboard/user/7/token": refused }),
      local: keptInMemory({ userData: stored }),
    });
    await session.start(undefined);
    expect(session.status).toBe("anonymous");
  });

  test("a server that cannot be reached logs nobody out", async () => {
    const { session, local } = web({
      table: aServer({ "GET /1/dashboard/user/7/token": new TypeError("down") }),
      local: keptInMemory({ userData: stored }),
    });
    await session.start(undefined);
    expect([session.status, session.startProblem?.code]).toEqual(["unreachable", "network"]);
    expect(local.text("userData")).toBeDefined();
  });
});

describe("the end of the session", () => {
  test("a 401 ends it once, however many calls were under way, without a log-out call and without a toast", async () => {
    let isOver = false;
    const types = () => (isOver ? problemReply(401, "unauthenticated", "Log in to go on") : []);
    const { session, root, asked, local } = await started({ "GET /1/api/type": types });
    const removed = vi.spyOn(local, "remove");
    isOver = true;
    await Promise.allSettled([1, 2, 3].map(() => root.env.api.call(listTypes)));
    expect(removed.mock.calls.filter(([key]) => key === "userData")).toHaveLength(1);
    expect([session.status, session.user, session.events]).toEqual(["anonymous", undefined, undefined]);
    expect([asked.some((one) => one.path.endsWith("/logout")), root.notices.list.length]).toEqual([false, 0]);
  });

  test("a late 401 of an earlier token does not end the session of now", async () => {
    const { session } = await started();
    session.end("an older token");
    expect(session.status).toBe("authenticated");
  });

  test("log-out tells the server what kind, clears, and goes to the log-in page", async () => {
    const { session, asked, went, local } = await started({ "POST /1/dashboard/user/logout": { done: true } });
    expect(await session.logout(2)).toBe(true);
    expect(asked.find((one) => one.path.endsWith("/logout"))?.body).toEqual({ type: 2 });
    expect([session.status, local.text("userData"), went.at(-1)]).toEqual(["anonymous", undefined, "/login"]);
    expect(session.leftOnPurpose).toBe(true);

    // Whoever has logged in since is brought back to where they were when that session ends.
    local.write("userData", { ...aUser, token: "dash" });
    await session.start(undefined);
    expect([session.status, session.leftOnPurpose]).toEqual(["authenticated", false]);
  });

  test("a log-out that fails changes nothing", async () => {
    const { session } = await started({ "POST /1/dashboard/user/logout": problemReply(500, "unexpected", "Oh") });
    expect(await session.logout(2)).toBeUndefined();
    expect(session.status).toBe("authenticated");
  });
});

describe("events", () => {
  test("an app that allows all asks for all of them with the limit of ten million", async () => {
    const { asked } = await started();
    expect(asked.find((one) => one.path === "/1/api/container")?.query.get("limit")).toBe("10000000");
  });

  test("another app asks for those that are not archived among the allowed ones", async () => {
    const { session, asked } = await started();
    await choose(session, 2);
    const query = asked.find((one) => one.path.endsWith("/non-archived"))?.query;
    expect([query?.get("limit"), query?.get("containers")]).toEqual(["10000000", "21,22"]);
  });

  test("an event of the address that the list does not hold is asked for; one that is refused is refused", async () => {
    const { session } = await started({ "GET /1/api/container/33": anEvent(33, "2026-02-02"), ...everywhere([33]) });
    expect(await session.openEvent(33)).toBe(true);
    expect(session.event?.id).toBe(33);
    expect(await session.openEvent(99)).toBe(false);
  });

  test("a server that does not answer for an event of the address has not refused it", async () => {
    const { session, root } = await started({ "GET /1/api/container/33": new TypeError("down") });

    await expect(session.openEvent(33)).rejects.toMatchObject({ code: "network" });
    expect([session.eventId, root.notices.list.length]).toEqual([0, 0]);
  });

  test("an event that is answered when another page or app is open is not selected", async () => {
    const { session } = await started({ "GET /1/api/container/33": anEvent(33, "2026-02-02") });

    expect([await session.openEvent(33, () => false), session.eventId]).toEqual([false, 0]);
    const opening = session.openEvent(33);
    session.selectApp(1);
    expect([await opening, session.eventId]).toEqual([false, 0]);
  });

  test("a list that cannot be had is said in a toast, with what to read on", async () => {
    const { session, root } = await started();
    const table = { "GET /1/api/type": problemReply(500, "unexpected", "Database is away") };
    const other = web({ table: { ...aServer(), ...table }, local: keptInMemory({ userData: stored }) });
    await other.session.start(undefined);
    await vi.waitFor(() => expect(other.root.notices.list).toHaveLength(1));
    expect(other.root.notices.list[0]).toMatchObject({ tone: "error", title: "common:toast.failed" });
    expect([session.status, root.notices.list.length]).toEqual(["authenticated", 0]);
  });

  test("what failed is asked for once more, and what is there stays as it is meanwhile", async () => {
    const failed = problemReply(500, "unexpected", "Database is away");
    const table = { ...aServer({ "GET /1/api/type": failed }), ...everywhere([11, 12]) };
    const { session, asked } = web({ table, local: keptInMemory({ userData: stored }) });
    await session.start(undefined);
    await vi.waitFor(() => expect(session.loadProblem?.message).toBe("Database is away"));
    session.enterEvent(12);
    table["GET /1/api/type"] = [];
    asked.length = 0;

    const again = session.reload();
    expect([session.permissions !== undefined, session.events?.length, session.eventId]).toEqual([true, 2, 12]);
    await again;

    expect(asked.map(({ path }) => path).filter((path) => !path.includes("type-category"))).toEqual(["/1/api/type"]);
    expect([session.types, session.loadProblem, session.eventId]).toEqual([[], undefined, 12]);
  });

  test("types of an event that cannot be had are said in a toast and asked for again; of one that was left, nothing is said", async () => {
    const failed = problemReply(500, "unexpected", "Database is away");
    const table: Record<string, Reply> = { ...aServer(), ...everywhere([11, 12]) };
    table["GET /1/api/container/11/type-category"] = failed;
    const { session, root } = web({ table, local: keptInMemory({ userData: stored }) });
    await session.start(undefined);
    await vi.waitFor(() => expect(session.events).toBeDefined());

    session.enterEvent(11);
    session.enterEvent(12);
    await vi.waitFor(() => expect(session.typeCategories).toEqual([]));
    await new Promise((done) => setTimeout(done, 20));
    expect([root.notices.list.length, session.typesProblem]).toEqual([0, undefined]);
    session.enterEvent(11);
    await vi.waitFor(() => expect(root.notices.list).toMatchObject([{ tone: "error", title: "common:toast.failed" }]));
    expect([session.typeCategories, session.loadProblem]).toEqual([undefined, undefined]);
    expect(session.typesProblem).toBeDefined();
    session.enterEvent(12);
    expect(session.typesProblem).toBeUndefined();
    session.enterEvent(11);
    await vi.waitFor(() => expect(session.typesProblem).toBeDefined());
    table["GET /1/api/container/11/type-category"] = [];
    await session.reload();
    await vi.waitFor(() => expect(session.typeCategories).toEqual([]));
    expect(session.typesProblem).toBeUndefined();

    // Those that are there are asked for once more, in vain: nothing is missing.
    table["GET /1/api/container/11/type-category"] = failed;
    root.notices.list.map(({ id }) => root.notices.dismiss(id));
    await session.reloadTypes();
    expect([session.typesProblem, session.typeCategories, root.notices.list.length]).toEqual([undefined, [], 0]);
  });

  test("the app config is cached behind one's back: its failure is only logged", async () => {
    const logged = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { root } = await started({ "GET /1/api/config": problemReply(400, "invalid", "No") });
    await vi.waitFor(() => expect(logged).toHaveBeenCalledWith("Not cached:", "No"));
    expect(root.notices.list).toHaveLength(0);
    logged.mockRestore();
  });
});

describe("switching the app", () => {
  test("the event is reset, events and types are loaded again, and the way leads to the events", async () => {
    const { session, asked, went } = await started();
    session.enterEvent(12);
    asked.length = 0;
    const switching = choose(session, 1);
    expect([session.eventId, session.events]).toEqual([0, undefined]);
    await switching;
    expect(asked.map((one) => one.path)).toEqual(expect.arrayContaining(["/1/api/type", "/1/api/container"]));
    expect([session.eventId, went.at(-1)]).toEqual([0, "/event-home"]);
  });

  test("where not all events are allowed the first one is selected", async () => {
    const { session } = await started();
    await choose(session, 2);
    expect([session.eventId, session.event?.id]).toEqual([22, 22]);
  });

  test("a role of 300 and above goes to the API documentation", async () => {
    const apps = [anApp(1), anApp(3, { accessRole: { id: 300, name: "Registration" } })];
    const { session, went } = await started({ "GET /1/dashboard/application": apps });
    await choose(session, 3);
    expect(went.at(-1)).toBe("/app-settings/api-documentation");
  });

  test("the app config is asked for a tenth of a second later, and once for a choice in haste", async () => {
    const { session, asked } = await started();
    asked.length = 0;
    const configs = () => asked.filter((one) => one.path === "/1/api/config").length;
    const begun = performance.now();
    const first = choose(session, 2);
    await vi.waitFor(() => expect(asked.some((one) => one.path === "/1/api/type")).toBe(true));
    expect(configs()).toBe(0);
    await Promise.all([first, choose(session, 1)]);
    expect([configs(), performance.now() - begun >= 99]).toEqual([1, true]);
  });

  test("whoever goes on while the app is still arriving is not taken back", async () => {
    const { session, went } = await started();
    // The settings of the app come a tenth of a second after its events.
    const switching = choose(session, 1);
    await vi.waitFor(() => expect(session.events).toBeDefined(), { interval: 5 });
    expect(session.config).toBeUndefined();
    session.selectEvent(12);
    await switching;
    expect(went).toEqual(["/event-home", "/event-details/12/setup"]);
  });

  test("choosing quickly twice ends with the second app only", async () => {
    const { session } = await started();
    const first = choose(session, 2);
    const second = choose(session, 1);
    await Promise.all([first, second]);
    expect([session.appId, session.events?.map((event: Event) => event.id)]).toEqual([1, [12, 11]]);
  });
});

test("until the way there has been allowed, nothing is switched", async () => {
  const { session, went } = await started({}, { isHeldBack: true });
  session.enterEvent(12);
  session.selectApp(2);
  session.selectEvent(11);

  expect(went).toEqual(["/event-home", "/event-details/11/setup"]);
  expect([session.appId, session.eventId]).toEqual([1, 12]);
});

describe("switching the event", () => {
  const cases: [number, number, string | undefined][] = [
    [1, 12, "/event-details/12/setup"],
    [1, 0, "/event-home"],
    [299, 22, "/event-details/22/setup"],
    [300, 12, undefined],
  ];
  test.each(cases)("role %i choosing event %i goes to %s", async (role, eventId, path) => {
    const { session, went } = await started({
      "GET /1/dashboard/application": [anApp(1, { accessRole: { id: role, name: "" } })],
    });
    session.selectEvent(eventId);
    expect([session.eventId, went.at(-1)]).toEqual([eventId, path]);
  });

  test("app and event survive a reload; another tab keeps its own choice; another person begins anew", async () => {
    const first = await started();
    await choose(first.session, 2);
    first.session.enterEvent(21);

    const reloaded = await started({}, { local: first.local, tab: first.tab });
    expect([reloaded.session.appId, reloaded.session.eventId]).toEqual([2, 21]);

    reloaded.session.enterEvent(22);
    const other = await started(
      {},
      { local: first.local, tab: keptInMemory({ selection: '{"userId":7,"appId":2,"eventId":21}' }) },
    );
    expect(other.session.eventId).toBe(21);

    const stranger = await started({}, { tab: keptInMemory({ selection: '{"userId":8,"appId":2,"eventId":21}' }) });
    expect([stranger.session.appId, stranger.session.eventId]).toEqual([1, 0]);
  });

  test("a remembered event that is gone is not selected", async () => {
    const { session } = await started({}, { tab: keptInMemory({ selection: '{"userId":7,"appId":1,"eventId":404}' }) });
    await vi.waitFor(() => expect(session.eventId).toBe(0));
  });
});

describe("data types of the event", () => {
  const types = [
    { id: 1, type: "Attendee", type_category_id: 1 as const },
    { id: 2, type: "Speaker", type_category_id: 1 as const },
  ];
  const [attendee, speaker] = types as [(typeof types)[0], (typeof types)[0]];
  const labels = { "en-gb": { one: "Guest", many: "Guests" } };
  const opened = async () => {
    const first = { ...speaker, labels, position: 1 };
    const made = await started({
      "GET /1/api/container/31/type-category": [{ id: 1, name: "participants", types: [first, attendee] }],
    });
    made.session.enterEvent(31);
    await vi.waitFor(() => expect(made.session.typeCategories).toHaveLength(1));
    const names = () => made.session.typeCategories?.flatMap((category) => category.types.map(({ type }) => type));
    return { ...made, names };
  };

  test("everybody reads what the event calls them, in its order, also after the app changed them", async () => {
    const { session, names } = await opened();

    expect(names()).toEqual(["Guest", "Attendee"]);
    session.putTypes([{ ...attendee, type: "Visitor" }, speaker], [1, 2], session.appId);
    expect(names()).toEqual(["Guest", "Visitor"]);
    session.putEventTypes([attendee, speaker]);
    expect(names()).toEqual(["Attendee", "Speaker"]);
  });
});
