// `api smoke` against a server that is wrong in one way at a time; and the token, which must appear nowhere.

import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { apiSmoke } from "../../cli/smoke/apiSmoke.ts";
import { folder, lanyard } from "../support/lanyard.ts";

const TOKEN = "canary-Zf7Qw2+token/of=the_dashboard";
const APP_TOKEN = "canary-App9Xk3+token/of=the_app";
const ROLE = 299;

interface Faults {
  /** Answers instead of the right one, by method and path. */
  answers?: Record<string, { status: number; body?: unknown }>;
  /** The token is refused from the nth question on. */
  refuseFrom?: number;
  /** The connection is cut. */
  cut?: string;
  /** Nothing asks who it is. */
  open?: boolean;
}

const note = {
  type: "object",
  required: ["id", "text"],
  properties: { id: { type: "integer" }, text: { type: "string" } },
  additionalProperties: false,
};
const operation = (name: string, access: unknown, reply: unknown, more: object = {}) => ({
  operationId: name,
  "x-access": access,
  security: access === "public" ? [] : [{ dashboard: [], application: [] }],
  parameters: [],
  responses: {
    200: {
      content: { "application/json": { schema: { type: "object", required: ["data"], properties: { data: reply } } } },
    },
  },
  ...more,
});
const byId = { parameters: [{ name: "noteId", in: "path", required: true, schema: { type: "integer" } }] };
const description = {
  openapi: "3.1.0",
  paths: {
    "/1/dashboard/application": {
      get: operation("listApps", {}, { type: "array" }, { security: [{ dashboard: [] }] }),
    },
    "/1/api/permission": { get: operation("getPermissions", {}, { type: "object" }) },
    "/1/api/note": {
      get: operation("listNotes", { accessRole: 299, permissions: ["things"] }, { type: "array", items: note }),
      post: operation("createNote", { accessRole: 299 }, note, {
        requestBody: {
          content: { "application/json": { schema: { type: "object", properties: { text: { type: "string" } } } } },
        },
      }),
    },
    "/1/api/note/{noteId}": {
      get: operation("getNote", { accessRole: 299 }, note, byId),
      delete: operation("removeNote", { accessRole: 299 }, note, byId),
    },
    "/1/api/login-provider": { delete: operation("removeLoginProvider", { accessRole: 299 }, { type: "null" }) },
    "/1/api/secret": { get: operation("getSecret", { accessRole: 2 }, note) },
    "/1/open": { get: operation("getOpen", "public", note) },
  },
};
const good: Record<string, unknown> = {
  "/1/dashboard/application": [{ id: 7, accessRole: { id: ROLE } }],
  "/1/dashboard/application/7": { id: 7, accessRole: { id: ROLE }, token: APP_TOKEN },
  "/1/api/permission": { things: true },
  "/1/api/container/non-archived": [{ id: 3 }],
  "/1/api/note": [{ id: 5, text: "hello" }],
  "/1/api/note/5": { id: 5, text: "hello" },
  "/1/open": { id: 1, text: "hello" },
};

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** A server that is right but for its faults; answers its address, what it was asked, and what it would have carried out. */
async function api(faults: Faults = {}): Promise<{ baseUrl: string; asked: string[]; done: string[] }> {
  const asked: string[] = [];
  const done: string[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    answer(request, response, faults, asked, done, Buffer.concat(pieces).toString());
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, done };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  faults: Faults,
  asked: string[],
  done: string[],
  text: string,
): void {
  const path = (request.url ?? "").split("?")[0] ?? "";
  const key = `${request.method} ${path}`;
  const bearsToken = request.headers["x-dashboard-authorization"] === TOKEN;
  asked.push(`${bearsToken ? "" : "bare "}${key}`);
  const send = (status: number, body: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  if (path === "/openapi.json") return void send(200, description);
  if (faults.cut === key && bearsToken) return void request.socket.destroy();
  const planted = bearsToken ? faults.answers?.[key] : undefined;
  if (planted)
    return void send(
      planted.status,
      planted.body ?? { error: { code: "x", message: `about ${TOKEN}`, requestId: "1" } },
    );
  if (path === "/1/open") return void send(200, { data: good[path] });
  const withToken = asked.filter((one) => !one.startsWith("bare ")).length;
  if ((!bearsToken && !faults.open) || withToken > (faults.refuseFrom ?? Number.POSITIVE_INFINITY))
    return void send(401, { error: { code: "unauthenticated" } });
  if (path === "/1/api/secret") return void send(403, { error: { code: "forbidden" } });
  if (request.method !== "GET") {
    const isGood = { "DELETE /1/api/login-provider": text === "", "POST /1/api/note": /^{.*}$/.test(text) }[key];
    if (isGood ?? key === "DELETE /1/api/note/5") done.push(key);
    else return void send(key.startsWith("DELETE /1/api/note") ? 404 : 400, { error: { code: "invalid" } });
  }
  if (path in good) return void send(200, { data: good[path] });
  return void send(404, { error: { code: "not_found" } });
}

const smoke = (baseUrl: string, more: object = {}) => apiSmoke({ baseUrl, token: TOKEN, concurrency: 4, ...more });
const wrongOnes = async (faults: Faults) => {
  const { baseUrl } = await api(faults);
  const { endpoints = [], exit } = await smoke(baseUrl);
  return { exit, wrong: endpoints.filter((one) => !one.ok).map((one) => `${one.method} ${one.path} ${one.class}`) };
};

describe("api smoke", () => {
  test("is content with a server that keeps its word, and asks every protected endpoint once without a token", async () => {
    const { baseUrl, asked } = await api();

    const { endpoints = [], exit } = await smoke(baseUrl);

    expect(endpoints.filter((one) => !one.ok)).toEqual([]);
    expect(exit).toBe(0);
    expect(
      asked.filter((one) => one.startsWith("bare ") && !one.includes("openapi") && !one.includes("/1/open")).sort(),
    ).toEqual([
      "bare DELETE /1/api/login-provider",
      "bare DELETE /1/api/note/999999999",
      "bare GET /1/api/note",
      "bare GET /1/api/note/999999999",
      "bare GET /1/api/permission",
      "bare GET /1/api/secret",
      "bare GET /1/dashboard/application",
      "bare POST /1/api/note",
    ]);
  });

  test("fills addresses with ids that exist, from the list at the same address", async () => {
    const { baseUrl, asked } = await api();

    await smoke(baseUrl);

    expect(asked).toContain("GET /1/api/note/5");
  });

  test("tells a terminal how far it is, and takes that away at the end", async () => {
    const { baseUrl } = await api();
    const told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const was = Object.getOwnPropertyDescriptor(process.stderr, "isTTY");
    Object.defineProperty(process.stderr, "isTTY", { value: true, configurable: true });

    await smoke(baseUrl);

    const lines = told.mock.calls.map(([text]) => String(text));
    told.mockRestore();
    if (was) Object.defineProperty(process.stderr, "isTTY", was);
    else Reflect.deleteProperty(process.stderr, "isTTY");
    expect(lines.some((line) => /^\r\d+ of \d+ $/.test(line))).toBe(true);
    expect(lines.at(-1)).toBe("\r\u001b[K");
    expect(lines.join("")).not.toContain(TOKEN);
  });

  test("asks endpoints that write only with --unsafe", async () => {
    const safe = await api();
    const unsafe = await api();

    await smoke(safe.baseUrl);
    await smoke(unsafe.baseUrl, { unsafe: true });

    expect(safe.asked).not.toContain("POST /1/api/note");
    expect(unsafe.asked).toContain("POST /1/api/note");
  });

  test("carries nothing out with --unsafe, and says what it cannot ask in that way", async () => {
    const { baseUrl, asked, done } = await api();

    const { lines, extra, findings, exit } = await smoke(baseUrl, { unsafe: true });

    expect(done).toEqual([]);
    expect(asked).toContain("DELETE /1/api/note/999999999");
    expect(asked).not.toContain("DELETE /1/api/login-provider");
    expect(extra?.skipped).toMatchObject([{ method: "DELETE", path: "/1/api/login-provider" }]);
    expect(lines?.join()).toContain("Not asked with the token: DELETE /1/api/login-provider");
    expect({ findings, exit }).toEqual({ findings: [], exit: 0 });
  });

  test("carries nothing out where nothing asks who it is, and finds that", async () => {
    const { baseUrl, done } = await api({ open: true });

    const { endpoints = [] } = await smoke(baseUrl);

    expect(done).toEqual([]);
    expect(endpoints.filter(({ method, ok }) => method !== "GET" && !ok)).toHaveLength(3);
  });

  test("finds a server that takes a body which its contract refuses", async () => {
    const { baseUrl } = await api({
      answers: { "POST /1/api/note": { status: 200, body: { data: good["/1/open"] } } },
    });

    const { endpoints = [] } = await smoke(baseUrl, { unsafe: true });

    expect(endpoints.filter((one) => !one.ok)).toMatchObject([{ method: "POST", class: "contract" }]);
  });

  const cases: [string, Faults, string, number][] = [
    [
      "lets in whom it should refuse",
      { answers: { "GET /1/api/secret": { status: 200, body: { data: { id: 1, text: "a" } } } } },
      "GET /1/api/secret unexpected-allow",
      1,
    ],
    [
      "refuses whom it should let in",
      { answers: { "GET /1/api/note": { status: 403 } } },
      "GET /1/api/note unexpected-deny",
      1,
    ],
    ["breaks down", { answers: { "GET /1/api/note/5": { status: 500 } } }, "GET /1/api/note/{noteId} api", 1],
    [
      "answers another shape",
      { answers: { "GET /1/api/note/5": { status: 200, body: { data: { id: "5", text: "a" } } } } },
      "GET /1/api/note/{noteId} contract",
      1,
    ],
    ["cuts the line", { cut: "GET /1/api/note/5" }, "GET /1/api/note/{noteId} network", 1],
    ["is not asked who it is", { open: true }, "GET /1/api/note unexpected-allow", 1],
  ];
  test.each(cases)("finds a server that %s, and says whose fault it is", async (_, faults, expected, code) => {
    const { exit, wrong } = await wrongOnes(faults);

    expect(wrong).toContain(expected);
    expect(exit).toBe(code);
  });

  test("stops when the token is refused three times in a row", async () => {
    const { baseUrl, asked } = await api({ refuseFrom: 4 });

    const { exit, findings } = await smoke(baseUrl, { concurrency: 1 });

    expect(exit).toBe(4);
    expect(findings.map((finding) => finding.rule)).toContain("api/token");
    expect(asked.length).toBeLessThan(12);
  });

  test("takes only what --only names, and calls it a failure when that is nothing", async () => {
    const { baseUrl } = await api();

    const some = await smoke(baseUrl, { only: "GET /1/api/note*" });
    const none = await smoke(baseUrl, { only: "/nowhere" });

    expect([...new Set(some.endpoints?.map((one) => one.path))].sort()).toEqual([
      "/1/api/note",
      "/1/api/note/{noteId}",
    ]);
    expect(none.exit).toBe(1);
  });

  test("exits 3 where nothing can be reached, and 4 where the token is refused at once", async () => {
    const { baseUrl } = await api({ refuseFrom: 0 });
    const run = async (url: string) =>
      (await lanyard(["api", "smoke", "--base-url", url], { cwd: folder("empty"), env: { LANYARD_TOKEN: TOKEN } }))
        .status;

    expect(await run("http://127.0.0.1:9")).toBe(3);
    expect(await run(baseUrl)).toBe(4);
  });
});

describe("the token", () => {
  const forms = [TOKEN, APP_TOKEN].flatMap((token) => [
    token,
    encodeURIComponent(token),
    Buffer.from(token).toString("base64").slice(4, -6),
    Buffer.from(token).toString("hex"),
  ]);
  const shows = (text: string) => forms.filter((form) => text.includes(form));
  const echo = {
    status: 500,
    body: { error: { code: "x", message: `${TOKEN} ${APP_TOKEN} ${encodeURIComponent(TOKEN)}`, requestId: "1" } },
  };
  const faults: [string, Faults][] = [
    ["all is well", {}],
    ["the server echoes it", { answers: { "GET /1/api/note/5": echo, "GET /1/open": echo } }],
    [
      "the shape is wrong",
      { answers: { "GET /1/api/note/5": { status: 200, body: { data: { [TOKEN]: APP_TOKEN } } } } },
    ],
    ["the line is cut", { cut: "GET /1/api/note/5" }],
    ["it is refused", { refuseFrom: 0 }],
  ];

  test.each(faults)(
    "appears in no byte of any output when %s",
    async (_, fault) => {
      const { baseUrl } = await api(fault);
      for (const format of ["pretty", "json", "sarif", "junit", "github", "markdown"]) {
        const project = folder("empty");
        const asArgument = [
          "api",
          "smoke",
          "--base-url",
          baseUrl,
          "--token",
          TOKEN,
          "--format",
          format,
          "--output",
          "report",
        ];
        const inEnvironment = ["api", "smoke", "--base-url", baseUrl, "--format", format];

        const first = await lanyard(asArgument, { cwd: project });
        const second =
          format !== "json" ? first : await lanyard(inEnvironment, { cwd: project, env: { LANYARD_TOKEN: TOKEN } });
        const files = readdirSync(project).map((file) => readFileSync(join(project, file), "utf8"));

        expect(shows([first.stdout, first.stderr, second.stdout, second.stderr, ...files].join("\n"))).toEqual([]);
      }
    },
    60_000,
  );

  test("appears in no sentence about an address that is none", async () => {
    const { stdout, stderr } = await lanyard(["api", "smoke", "--base-url", `nonsense ${TOKEN}`, "--token", TOKEN], {
      cwd: folder("empty"),
    });

    expect(shows(stdout + stderr)).toEqual([]);
  });
});
