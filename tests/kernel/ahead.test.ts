import { afterEach, describe, expect, test, vi } from "vitest";
import { begin, type Parts, questionsOf, routeAt, watchArrival } from "../../src/app/ahead.ts";
import { withAhead } from "../../src/kernel/api/ahead.ts";
import { anApp, anEvent, aUser, fakeServer, json, keptInMemory, web } from "../support/web.ts";

const parts: Parts = {
  files: ["/assets/frame.css", "/assets/shell.js", "/assets/Agenda.js"],
  frame: [0, 1],
  routes: [
    { path: "/main", texts: [], files: [] },
    { path: "/event-details/:eventId/agenda", texts: ["agenda"], files: [2, 1] },
    { path: "/engagement/*", texts: ["engagement"], files: [] },
    {
      path: "/event-data/:eventId/category/:categoryId",
      texts: ["event-data", "grid"],
      files: [],
      asks: [{ path: "/1/api/container/:eventId/thing/query?category=:categoryId", body: { limit: 100 } }],
    },
  ],
};

const STORED = { ...aUser, token: "dash" };
const app = anApp(2, { allowed_containers: [4, 9] });

/** A page on which somebody is stored and the server answers. */
function page(stored: unknown = STORED) {
  const server = fakeServer({
    "GET /1/dashboard/application": [anApp(1), app],
    "GET /1/api/config": () => json({ data: "config" }),
    "GET /1/api/permission": () => new Error("broken"),
    "POST /1/api/container/4/thing/query": { rows: [], total: 0, matched: 0 },
  });
  vi.stubGlobal("fetch", server.fetch);
  localStorage.setItem("userData", JSON.stringify(stored));
  localStorage.setItem("selection", JSON.stringify({ userId: 7, appId: 2, eventId: 9 }));
  return { ...server, paths: () => server.asked.map(({ path, query }) => `${path}${query.size ? `?${query}` : ""}`) };
}

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, Symbol.for("lanyard.ahead.over"));
  localStorage.clear();
  document.head.replaceChildren();
});

describe("what the page brings ahead", () => {
  test("the route of an address, its files and the event that it names", () => {
    expect(routeAt(parts, "/event-details/12/agenda")).toMatchObject({ texts: ["agenda"], eventId: 12 });
    expect(routeAt(parts, "/engagement/12/emails")).toMatchObject({ texts: ["engagement"], eventId: undefined });
    expect(routeAt(parts, "/event-details/12/agenda/more")).toBeUndefined();
  });

  test("what draws a list comes last and is not compiled yet: a prefetch, a preload where the browser knows none", () => {
    page();
    const list = [{ path: "/list", texts: [], files: [2], later: [3, 4] }];
    const listed = { ...parts, files: [...parts.files, "/assets/Grid.js", "/assets/grid.css"], routes: list };
    const places = () => {
      document.head.replaceChildren();
      begin(listed, "", { pathname: "/list", search: "" });
      return [...document.head.querySelectorAll("link")]
        .slice(-3)
        .map(({ rel, href }) => [rel, new URL(href).pathname]);
    };
    const later = (rel: string) => [
      ["modulepreload", "/assets/Agenda.js"],
      [rel, "/assets/Grid.js"],
      ["preload", "/assets/grid.css"],
    ];

    const knows = vi.spyOn(DOMTokenList.prototype, "supports").mockReturnValue(true);
    expect(places()).toEqual(later("prefetch"));
    knows.mockReturnValue(false);
    expect(places()).toEqual(later("preload"));
    knows.mockRestore();
  });

  test("somebody who is logged in: the parts, and the questions of the start in two rounds", async () => {
    const { paths, asked } = page();
    begin(parts, "", { pathname: "/event-details/4/agenda", search: "" });
    await vi.waitFor(() => expect(paths()).toContain("/1/api/container/4/type-category"));

    expect([...document.head.children].map((link) => link.getAttribute("href"))).toEqual(parts.files);
    expect(paths()).toEqual([
      "/1/dashboard/application",
      "/settings.json",
      "/i18n/en-gb/shell.json",
      "/i18n/en-gb/agenda.json",
      "/1/dashboard/user/7/token",
      "/1/dashboard/navigation",
      ...questionsOf(app, 4),
    ]);
    const last = asked.at(-1)?.headers;
    expect([last?.get("x-dashboard-authorization"), last?.get("authorization")]).toEqual([
      "dash",
      "Bearer app-token-2",
    ]);
  });

  test("a list's first rows, unless a view stands in the address", async () => {
    const { paths, asked, fetch } = page();
    begin(parts, "", { pathname: "/event-data/4/category/2", search: "" });
    await vi.waitFor(() => expect(paths()).toContain("/1/api/container/4/thing/query?category=2"));
    const question = asked.find(({ path }) => path.endsWith("/query"));
    expect([question?.method, question?.body]).toEqual(["POST", { limit: 100 }]);
    expect(paths()).toContain("/i18n/en-gb/grid.json");

    const before = asked.length;
    const headers = { "x-dashboard-authorization": "dash", authorization: "Bearer app-token-2" };
    const take = (body: object) =>
      withAhead(fetch)("/1/api/container/4/thing/query?category=2", {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
    await take({ limit: 20 });
    expect(asked.length).toBe(before + 1);
    await take({ limit: 100 });
    expect(asked.length).toBe(before + 1);

    Reflect.deleteProperty(globalThis, Symbol.for("lanyard.ahead.over"));
    const narrowed = page();
    begin(parts, "", { pathname: "/event-data/4/category/2", search: "?q=anna" });
    await vi.waitFor(() => expect(narrowed.paths()).toContain("/1/api/config"));
    expect(narrowed.paths().filter((path) => path.includes("/query"))).toEqual([]);
  });

  test("what follows from the app that the address names, which is no view", async () => {
    const { paths, asked } = page();
    begin(parts, "", { pathname: "/event-data/4/category/2", search: "?app=1" });
    await vi.waitFor(() => expect(paths()).toContain("/1/api/container/4/thing/query?category=2"));
    expect(asked.at(-1)?.headers.get("authorization")).toBe("Bearer app-token-1");
  });

  test("nothing once the application asks for itself", () => {
    const { asked, fetch } = page();
    withAhead(fetch);
    begin(parts, "", { pathname: "/main", search: "" });
    expect(asked).toEqual([]);
  });

  test("nobody, or something that cannot be read: nothing", () => {
    for (const stored of [undefined, "no", { token: 1 }, { token: "x", user_id: "1" }]) {
      const { asked } = page(stored ?? null);
      begin(parts, "", { pathname: "/main", search: "" });
      expect(asked).toEqual([]);
    }
  });

  test("the questions are the very ones that the application asks", async () => {
    for (const one of [app, anApp(2)]) {
      const table = {
        "GET /1/dashboard/user/7/token": { user: aUser, expires_at: "2026-12-01T00:00:00.000Z" },
        "GET /1/dashboard/application": [one],
        "GET /1/api/container": [anEvent(9, "2026-01-01")],
        "GET /1/api/container/non-archived": [anEvent(9, "2026-01-01")],
        "GET /1/api/container/9/type-category": [],
      };
      const local = keptInMemory({
        userData: JSON.stringify(STORED),
        selection: JSON.stringify({ userId: 7, appId: 2, eventId: 9 }),
      });
      const { session, asked } = web({ table, local });
      await session.start(undefined);
      const spoken = () =>
        new Set(
          asked
            .filter(({ path }) => path.startsWith("/1/api/"))
            .map(({ path, query: q }) => (q.size ? `${path}?${q}` : path)),
        );
      await vi.waitFor(() => expect([...spoken()].sort()).toEqual(questionsOf(one, 9).sort()));
    }
  });

  test("each reply is taken once, and only by the same question of the same person", async () => {
    const { fetch, asked } = page();
    begin(parts, "", { pathname: "/main", search: "" });
    await vi.waitFor(() => expect(asked.some(({ path }) => path === "/1/api/config")).toBe(true));
    const before = asked.length;
    const headers = { "x-dashboard-authorization": "dash", authorization: "Bearer app-token-2" };
    const take = withAhead(fetch);

    expect(await (await take("/1/api/config", { headers, method: "GET" })).json()).toEqual({ data: "config" });
    expect(asked.length).toBe(before);
    await take("/1/api/config", { headers });
    await take("/1/api/type", { headers: { ...headers, authorization: "Bearer other" } });
    expect(asked.length).toBe(before + 2);
    await expect(take("/1/api/permission", { headers })).rejects.toThrow("broken");
    expect(asked.length).toBe(before + 3);
  });
});

test("what the page itself says is in one language from the first, also while the code is on its way", () => {
  document.body.innerHTML = '<div class="late"><p lang="en-GB">late</p><p lang="de">spät</p></div>';
  localStorage.setItem("lang", "de");
  withAhead(fetch);
  watchArrival();
  expect([...document.querySelectorAll<HTMLElement>(".late > p")].map(({ hidden }) => hidden)).toEqual([true, false]);
  document.body.replaceChildren();
});
