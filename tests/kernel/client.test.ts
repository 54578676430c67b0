import * as Type from "typebox/type";
import { afterEach, describe, expect, test, vi } from "vitest";
import { getApp, listApps, listEvents, login, startImport } from "#schemas/core.ts";
import { endpoint } from "#schemas/endpoint.ts";
import { type ClientDeps, createClient } from "../../src/kernel/api/client.ts";
import type { ApiProblem } from "../../src/kernel/api/problem.ts";
import { fakeServer, json, problemReply, type Reply } from "../support/web.ts";

const save = endpoint({
  name: "saveThing",
  method: "POST",
  path: "/1/api/note",
  summary: "",
  access: {},
  reply: Type.Unknown(),
});

function client(table: Record<string, Reply>, deps: Partial<ClientDeps> = {}) {
  const server = fakeServer(table);
  const ended: unknown[] = [];
  const api = createClient({
    apiUrl: "",
    fetch: server.fetch,
    dashboardToken: () => "dash",
    app: () => ({ id: 1, token: "app" }),
    retrieveAppToken: async () => "fetched",
    hasOtp: () => false,
    onUnauthenticated: (token) => void ended.push(token),
    log: () => undefined,
    wait: () => Promise.resolve(),
    ...deps,
  });
  return { api, asked: server.asked, ended };
}

const failed = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail("it should have failed"),
    (problem: ApiProblem) => problem,
  );

const keysOf = (asked: readonly { headers: Headers }[]) => asked.map(({ headers }) => headers.get("idempotency-key"));

afterEach(() => vi.useRealTimers());

describe("credentials", () => {
  test("a dashboard call carries the dashboard token and no application token", async () => {
    const { api, asked } = client({ "GET /1/dashboard/application": [] });
    await api.call(listApps);
    expect(asked[0]?.headers.get("x-dashboard-authorization")).toBe("dash");
    expect(asked[0]?.headers.has("authorization")).toBe(false);
  });

  test("a call whose path holds /api carries both", async () => {
    const { api, asked } = client({ "GET /1/api/container": [] });
    await api.call(listEvents);
    expect(asked[0]?.headers.get("x-dashboard-authorization")).toBe("dash");
    expect(asked[0]?.headers.get("authorization")).toBe("Bearer app");
  });

  test("the log-in carries neither", async () => {
    const { api, asked } = client({ "POST /1/dashboard/user/login": {} });
    await api.call(login, { body: { email: "a@b.test", password: "x" } });
    expect([...(asked[0]?.headers.keys() ?? [])]).not.toContain("x-dashboard-authorization");
    expect([...(asked[0]?.headers.keys() ?? [])]).not.toContain("authorization");
  });

  test("a dashboard header that is there already is kept", async () => {
    const { api, asked } = client({ "GET /1/dashboard/application": [] });
    await api.call(listApps, { headers: { "x-dashboard-authorization": "other" } });
    expect(asked[0]?.headers.get("x-dashboard-authorization")).toBe("other");
  });

  test("the internal skip-auth header suppresses the application token and is not sent", async () => {
    const { api, asked } = client({ "GET /1/api/container": [] });
    await api.call(listEvents, { headers: { "x-skip-auth": "1" } });
    expect(asked[0]?.headers.has("authorization")).toBe(false);
    expect(asked[0]?.headers.has("x-skip-auth")).toBe(false);
  });

  test("a base address that itself holds /api changes nothing", async () => {
    const { api, asked } = client(
      { "GET /api/1/dashboard/application": [], "GET /api/1/api/container": [] },
      { apiUrl: "http://api.test/api" },
    );
    await api.call(listApps);
    await api.call(listEvents);
    expect(asked.map((one) => one.headers.has("authorization"))).toEqual([false, true]);
  });

  test("a missing application token is fetched once, and every waiting request is sent with it", async () => {
    let fetched = 0;
    const retrieveAppToken = async () => {
      fetched += 1;
      return "new";
    };
    const { api, asked } = client({ "GET /1/api/container": [] }, { app: () => ({ id: 1 }), retrieveAppToken });
    await Promise.all([api.call(listEvents), api.call(listEvents), api.call(listEvents)]);
    expect(fetched).toBe(1);
    expect(asked.map((one) => one.headers.get("authorization"))).toEqual(["Bearer new", "Bearer new", "Bearer new"]);
  });

  test("an application token that the server no longer takes is fetched anew, and the request sent again", async () => {
    const { api, asked } = client({
      "GET /1/api/container": ({ headers }: { headers: Headers }) =>
        headers.get("authorization") === "Bearer fetched"
          ? []
          : problemReply(403, "app_token", "The application token is not valid"),
    });
    await expect(api.call(listEvents)).resolves.toEqual([]);
    expect(asked).toHaveLength(2);
  });
});

describe("requests", () => {
  test("parameters are put into the path and encoded, queries leave out what is not there", async () => {
    const { api, asked } = client({ "GET /1/dashboard/application/5": {} });
    await api.call(getApp, { params: { appId: 5 } });
    await failed(api.call(listEvents, { query: { limit: undefined } }));
    expect(asked[0]?.path).toBe("/1/dashboard/application/5");
    expect(asked[1]?.query.size).toBe(0);
  });

  test("a file is sent as it is, with its own media type", async () => {
    const { api, asked } = client({ "POST /1/api/container/1/import": { job: { id: 1, state: "queued" } } });
    const raw = new Blob(["a,b"], { type: "text/csv" });
    await api.call(startImport, {
      params: { eventId: 1 },
      query: { kind: "thing", format: "csv", mode: "dry-run" },
      raw,
    });
    expect(asked[0]?.headers.get("content-type")).toBe("text/csv");
    expect(asked[0]?.body).toBe(raw);
  });

  test("a read is tried again after the connection broke", async () => {
    let times = 0;
    const { api } = client({ "GET /1/dashboard/application": () => (++times < 3 ? new TypeError("broken") : []) });
    await expect(api.call(listApps)).resolves.toEqual([]);
    expect(times).toBe(3);
  });

  test("whatever fails is logged with where it happened", async () => {
    const logged: unknown[][] = [];
    const { api } = client(
      { "POST /1/api/note": new TypeError("broken") },
      { log: (...told) => void logged.push(told) },
    );
    const problem = await failed(api.call(save));
    expect(logged).toEqual([[problem, "POST /1/api/note"]]);
  });

  test("a read that a write overtook is asked again, so that nothing older than the write is shown", async () => {
    let answerOld: (reply: unknown) => void = () => undefined;
    const replies = [new Promise((done) => (answerOld = done)), ["old", "new"]];
    const { api, asked } = client({
      "GET /1/api/container": () => replies.shift(),
      "POST /1/api/note": "new",
    });
    const list = api.call(listEvents);
    await api.call(save);
    answerOld(["old"]);
    expect(await list).toEqual(["old", "new"]);
    expect(asked.map(({ method }) => method)).toEqual(["GET", "POST", "GET"]);
  });

  test("a read that nothing overtook is asked once, also beside other reads", async () => {
    const { api, asked } = client({
      "GET /1/api/container": [],
      "GET /1/dashboard/application": [],
      "POST /1/api/note": 1,
    });
    await api.call(save);
    await Promise.all([api.call(listEvents), api.call(listApps)]);
    await api.call(save);
    expect(asked).toHaveLength(4);
  });

  test("a write whose answer was lost is asked again with the same key, after longer and longer pauses", async () => {
    const pauses: number[] = [];
    const wait = async (ms: number) => void pauses.push(ms);
    let times = 0;
    const { api, asked } = client({ "POST /1/api/note": () => (++times < 4 ? new TypeError("broken") : 1) }, { wait });

    await expect(api.call(save)).resolves.toBe(1);

    expect(pauses).toEqual([500, 1500, 4000]);
    expect(new Set(keysOf(asked)).size).toBe(1);
  });

  test.each([
    ["answered at last", 3, [true, false]],
    ["given up", 9, [true, false]],
    ["answered the second time", 1, []],
  ])("a write that is asked again and again is told meanwhile, once: %s", async (_, losses, told) => {
    let times = 0;
    const heard: boolean[] = [];
    const lost = () => (++times <= losses ? new TypeError("broken") : 1);
    const writes: number[] = [];
    const retrying = (isOn: boolean) => void heard.push(isOn);
    const { api } = client({ "POST /1/api/note": lost }, { retrying, writing: (more) => void writes.push(more) });

    await api.call(save).catch(() => {});

    expect(heard).toEqual(told);
    expect(writes).toEqual([1, -1]);
  });

  test("a write that nobody answers is given up after some tries, and pressed again it is the same intention", async () => {
    const { api, asked } = client({ "POST /1/api/note": new TypeError("broken") });

    expect((await failed(api.call(save, { body: { name: "Ada" } }))).code).toBe("network");
    await failed(api.call(save, { body: { name: "Ada" } }));
    await failed(api.call(save, { body: { name: "Grace" } }));

    const keys = keysOf(asked);
    expect(keys).toHaveLength(12);
    expect(new Set(keys.slice(0, 8)).size).toBe(1);
    expect(keys[8]).not.toBe(keys[0]);
  });

  test("a write that was answered is not asked again, well or badly, and pressed again it is meant anew", async () => {
    const replies = [1, problemReply(409, "stale", "Changed"), problemReply(500, "unexpected", "Wrong"), 1];
    const { api, asked } = client({ "POST /1/api/note": () => replies.shift() });

    await api.call(save);
    await failed(api.call(save));
    await failed(api.call(save));
    await api.call(save);

    const [first, second, third, fourth] = keysOf(asked);
    expect(new Set([first, second, third]).size).toBe(3);
    // Of a fault of the server nobody knows what came before it.
    expect(fourth).toBe(third);
    expect(asked).toHaveLength(4);
  });

  test("what is asked after something else was done is meant anew", async () => {
    let isAway = true;
    const { api, asked } = client({
      "POST /1/api/note": () => (isAway ? new TypeError("broken") : 1),
    });

    await failed(api.call(save, { body: { to: "archive" } }));
    isAway = false;
    await api.call(save, { body: { to: "restore" } });
    await api.call(save, { body: { to: "archive" } });

    expect(new Set(keysOf(asked)).size).toBe(3);
  });

  test("a write that is asked together with others keeps its intention, however these end", async () => {
    let isAway = true;
    const { api, asked } = client({ "POST /1/api/note": () => (isAway ? new TypeError("broken") : 1) });
    const both = () => Promise.allSettled(["a", "b"].map((name) => api.call(save, { body: { name } })));

    await both();
    isAway = false;
    await both();

    expect(new Set(keysOf(asked)).size).toBe(2);
    expect(asked).toHaveLength(10);
  });

  test("after the time limit a write is asked again by the person alone, and is the same intention then", async () => {
    const slow = endpoint({ ...listAppsParts, method: "POST", timeout: 20 });
    const { api, asked } = client({
      "POST /1/dashboard/slow": () => new Promise((done) => setTimeout(() => done(1), 60)),
    });
    expect((await failed(api.call(slow))).code).toBe("timeout");
    expect(asked).toHaveLength(1);
    await failed(api.call(slow));
    expect(new Set(asked.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
  });

  test.each([
    { access: "public" as const },
    { unkeyed: true as const },
    { rawBody: { types: ["text/csv"], limit: 10, isStreamed: true as const } },
  ])("a write that takes no key is sent once: %j", async (more) => {
    const once = endpoint({ ...listAppsParts, method: "POST", ...more });
    const { api, asked } = client({ "POST /1/dashboard/slow": new TypeError("broken") });
    await failed(api.call(once));
    expect(asked.map(({ headers }) => headers.has("idempotency-key"))).toEqual([false]);
  });

  test("a server that never answers is given up after the time limit", async () => {
    const slow = endpoint({ ...listAppsParts, timeout: 20 });
    const { api } = client({ "GET /1/dashboard/slow": () => new Promise((done) => setTimeout(() => done([]), 60)) });
    expect((await failed(api.call(slow))).code).toBe("timeout");
  });

  test("a file may be as long on its way as the server waits for it, and nothing else", async () => {
    vi.useFakeTimers();
    const parts = { ...listAppsParts, method: "POST" as const };
    const send = endpoint({ ...parts, rawBody: { types: ["text/csv"], limit: 10, isStreamed: true } });
    const { api } = client({
      "POST /1/dashboard/slow": () => new Promise((done) => setTimeout(() => done("there"), 290_000)),
    });

    const sent = api.call(send, { raw: new Blob(["Name"]) });
    const said = failed(api.call(endpoint(parts), { body: "Name" }));
    await vi.advanceTimersByTimeAsync(290_000);

    expect([await sent, (await said).code]).toEqual(["there", "timeout"]);
  });

  test("a call that was given up by its screen is silent", async () => {
    const controller = new AbortController();
    const { api } = client({ "GET /1/dashboard/application": () => controller.abort() });
    const problem = await failed(api.call(listApps, { signal: controller.signal }));
    expect([problem.code, problem.silent]).toEqual(["aborted", true]);
  });
});

const listAppsParts = {
  name: "slow",
  method: "GET" as const,
  path: "/1/dashboard/slow",
  summary: "",
  access: {},
  reply: Type.Unknown(),
};

describe("the end of the session", () => {
  test("a 401 ends the session of the token that was sent, and nobody is told of an error", async () => {
    const { api, ended } = client({
      "GET /1/dashboard/application": problemReply(401, "unauthenticated", "Log in to go on"),
    });
    expect((await failed(api.call(listApps))).silent).toBe(true);
    expect(ended).toEqual(["dash"]);
  });

  test("a 401 for another token than the session's ends nothing", async () => {
    const refused = problemReply(401, "token_expired", "The API token has expired");
    const { api, ended } = client({ "GET /1/dashboard/application": refused });
    const headers = { "x-dashboard-authorization": "lanyard_other" };
    expect((await failed(api.call(listApps, { headers }))).code).toBe("token_expired");
    expect(ended).toEqual([]);
  });

  test("with a one-time password in the address a 401 is an error like others", async () => {
    const refused = problemReply(401, "unauthenticated", "Log in to go on");
    const { api, ended } = client({ "GET /1/dashboard/application": refused }, { hasOtp: () => true });
    expect((await failed(api.call(listApps))).code).toBe("unauthenticated");
    expect(ended).toEqual([]);
  });

  test("a refused log-in ends nothing", async () => {
    const { api, ended } = client({ "POST /1/dashboard/user/login": problemReply(401, "login.refused", "Not right") });
    const problem = await failed(api.call(login, { body: { email: "a@b.test", password: "x" } }));
    expect([problem.code, ended.length]).toEqual(["login.refused", 0]);
  });
});

describe("what is said when a call fails", () => {
  const cases: [string, unknown, string][] = [
    ["the data field", { data: "From data", error: "From error" }, "From data"],
    ["else the error field", { error: "From error" }, "From error"],
    ["of an object its message", { error: { message: "From message" } }, "From message"],
    ["of a data object its message", { data: { message: "From data message" } }, "From data message"],
    ["else the generic sentence", { something: 1 }, "HTTP 500"],
    ["also where the message is no text", { error: { message: 5 } }, "HTTP 500"],
  ];
  test.each(cases)("%s", async (_, body, message) => {
    const { api } = client({ "GET /1/dashboard/application": () => json(body, 500) });
    expect((await failed(api.call(listApps))).message).toBe(message);
  });

  test("fields, request id and the current row come with it", async () => {
    const more = { fields: { name: "Too long" }, current: { rev: 2 } };
    const { api } = client({ "POST /1/api/note": problemReply(409, "stale", "Changed", more) });
    const problem = await failed(api.call(save));
    expect(problem).toMatchObject({
      code: "stale",
      status: 409,
      fields: more.fields,
      current: more.current,
      requestId: "r-1",
    });
  });

  const replies: [string, () => Response][] = [
    ["is empty", () => new Response("")],
    ["is not JSON", () => new Response("<html>")],
    ["is cut off", () => new Response('{"data": [1, 2')],
    ["carries no data", () => json({ other: 1 })],
  ];
  test.each(replies)("a good status whose body %s is one true sentence", async (_, reply) => {
    const { api } = client({ "GET /1/dashboard/application": reply });
    expect((await failed(api.call(listApps))).code).toBe("unreadable");
  });

  test("a reply of the wrong shape is refused", async () => {
    const mismatch = async () => "/0/name must be string";
    const { api } = client({ "GET /1/dashboard/application": [{}] }, { mismatch });
    expect((await failed(api.call(listApps))).message).toContain("/0/name");
  });
});
