// What a hostile client sends: each gets a problem with a code, costs little, and changes nothing.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Asker, app, type TestApp } from "../support/app.ts";

const LOGIN = "/1/dashboard/user/login";

describe("a hostile client", () => {
  let lanyard: TestApp;
  let expert: Asker;
  let chief: Asker;
  let event: string;
  let typeId: number;
  beforeAll(async () => {
    lanyard = await app();
    [expert, chief] = [await lanyard.as("expert"), await lanyard.as("super")];
    event = `/1/api/container/${lanyard.bigEventId}`;
    typeId = (await chief.get(`${event}/type-category`)).data[0].types[0].id;
  });
  afterAll(() => lanyard.close());

  const raw = (asker: Asker, path: string, text: string, type = "application/json") =>
    asker.ask("POST", path, text as never, { headers: { "content-type": type } });
  const listening = async () => {
    const { server } = lanyard.server;
    if (!server.listening) await lanyard.server.listen({ port: 0, host: "127.0.0.1" });
    return (server.address() as { port: number }).port;
  };
  const password = (text: string) => Buffer.from(text).toString("base64");

  describe("finds no endpoint whose body", () => {
    interface Shape {
      [key: string]: unknown;
    }
    const bodies = () =>
      lanyard.deps.endpoints().flatMap(({ name, body }) => (body ? [{ name, body: body as unknown as Shape }] : []));
    /** Every shape inside of a body, with its place. */
    const inside = (shape: unknown, place: string, seen = new Set<unknown>()): [string, Shape][] => {
      if (typeof shape !== "object" || shape === null || seen.has(shape)) return [];
      seen.add(shape);
      const parts = Object.entries(shape).filter(([key]) => key !== "enum" && key !== "required");
      return [[place, shape as Shape], ...parts.flatMap(([key, part]) => inside(part, `${place}.${key}`, seen))];
    };
    const wrong = (isWrong: (shape: Shape) => boolean) =>
      bodies()
        .flatMap(({ name, body }) => inside(body, name))
        .filter(([, shape]) => isWrong(shape))
        .map(([place]) => place);

    test("takes a field that it does not name", () => {
      expect(bodies().length).toBeGreaterThan(50);
      const isOpen = (one: Shape) => one["properties"] || one["patternProperties"];
      expect(
        wrong((one) => one["type"] === "object" && !!isOpen(one) && one["additionalProperties"] !== false),
      ).toEqual([]);
    });

    test("takes lists or texts without end", () => {
      const bounds = ["maxLength", "pattern", "format", "enum", "const"];
      expect(wrong((one) => one["type"] === "array" && one["maxItems"] === undefined)).toEqual([]);
      expect(wrong((one) => one["type"] === "string" && !bounds.some((bound) => bound in one))).toEqual([]);
    });
  });

  test.each([
    ["__proto__", '"__proto__":{"isAdmin":true}'],
    ["constructor", '"constructor":{"prototype":{"isAdmin":true}}'],
    ["__proto__ in the event's own fields", '"fields":{"__proto__":{"isAdmin":true}}'],
  ])("reaches no prototype by %s", async (_, part) => {
    const { status, error } = await raw(expert, `${event}/thing`, `{"type_id":${typeId},"last_name":"x",${part}}`);

    expect([status, error.code]).toEqual([400, "bad_json"]);
    expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined();
  });

  test.each([
    ["of bytes that are no JSON", "text/plain", "x".repeat(60_000), 415],
    ["of a form", "application/x-www-form-urlencoded", "email=a%40b.test&password=x", 415],
    ["of many unknown fields", "application/json", `{${Array.from({ length: 5000 }, (__, at) => `"k${at}":1`)}}`, 400],
    ["with a name of great length", "application/json", `{"${"k".repeat(60_000)}":1}`, 400],
    ["that is nested without end", "application/json", `${"[".repeat(30_000)}${"]".repeat(30_000)}`, 400],
    ["larger than anybody who is not known may send", "application/json", `{"email":"${"x".repeat(70_000)}"}`, 413],
  ])("gets a short answer to a body %s", async (_, type, text, status) => {
    const answer = await raw(lanyard.anonymous, LOGIN, text, type);

    expect(answer.status).toBe(status);
    expect(answer.error.code).toMatch(/^(unsupported_media|invalid|too_large)$/);
    expect(answer.response.body.length).toBeLessThan(2000);
  });

  test("brings no words of a data type under a name that is no language", async () => {
    const draft = { type: "Hostile", type_category_id: 3, labels: { "' or 1=1 --": [1, 2] } };
    const { status, error } = await chief.post("/1/api/type", draft);

    expect([status, error.code]).toEqual([400, "invalid"]);
  });

  test("does not have the server look for every error in a body that is large", async () => {
    const values = Array.from({ length: 300_000 }, () => "{}").join(",");
    const text = `{"filter":[{"field":"name","op":"eq","value":[${values}]}]}`;
    const answer = await raw(expert, `${event}/thing/query`, text);

    expect([answer.status, answer.error.code]).toEqual([400, "invalid"]);
    expect(answer.response.body.length).toBeLessThan(2000);
  });

  test("learns of every field that is wrong in a body of usual size", async () => {
    const { error } = await expert.post("/1/api/invite", {
      email: "nobody",
      role_id: "x",
      allowed_containers: [],
      extra: 1,
    });

    expect(Object.keys(error.fields ?? {}).sort()).toEqual(["allowed_containers", "email", "extra", "role_id"]);
  });

  test.each([
    "a@b.test,c@d.test",
    "a@b.test\r\nBcc: c@d.test",
    '"a b"@b.test',
    "matchma\u212aer@demo.test",
    "\uff41dmin@demo.test",
    "x@d\u0435mo.test",
    "a@b.test\u202e",
    "<script>@b.test",
  ])("is not taken for another, nor reaches another, by the address %j", async (email) => {
    const invited = await chief.post("/1/api/invite", { email, role_id: 299, allowed_containers: [-1] });
    const entered = await lanyard.anonymous.post(LOGIN, { email, password: "Lanyard#2026" });

    expect([invited.status, invited.error.fields]).toEqual([400, { email: expect.stringContaining("email") }]);
    expect(entered.status).toBe(400);
  });

  test.each(["Eve\r\nBcc: c@d.test", "Eve\n\nhttps://evil.test", "Eve\u202egnp", "Eve\u2066x", "\u0007"])(
    "cannot call themselves %j, which would stand in letters to others",
    async (first_name) => {
      const request_data = { current_password: password("Lanyard#2026"), first_name, last_name: "x" };
      const saved = await expert.ask("PATCH", "/1/dashboard/user/profile", { email: "expert@demo.test", request_data });

      expect([saved.status, saved.error.code]).toEqual([400, "invalid"]);
    },
  );

  test("brings no half of a sign, which no database keeps; a whole one is taken in either way of writing", async () => {
    const field = (label: string) => `{"key":"half","kind":"text","labels":{"en-gb":"${label}"}}`;
    const name = (first: string) => `{"type_id":${typeId},"first_name":"${first}","last_name":"x"}`;
    const halves = ["a\\ud800", "\\udc00b", "\\\\ud83d\\udc00", "\\uD83D \\uDE00", "\\ud83d\\ud83d\\ude00"];
    for (const half of halves) {
      for (const [path, text] of [
        [`${event}/field`, field(half)],
        [`${event}/thing`, name(half)],
        [`${event}/thing`, `{"type_id":${typeId},"last_name":"x","fields":{"${half}":1}}`],
      ] as const) {
        const { status, error } = await raw(expert, path, text);
        expect([status, error?.code, error?.message], text).toEqual([400, "invalid", expect.stringContaining("half")]);
      }
    }

    const whole = await raw(expert, `${event}/thing`, name("\\ud83d\\ude00 \u{1f600} \\\\ud83d"));
    expect([whole.status, whole.data.first_name]).toEqual([201, "\u{1f600} \u{1f600} \\ud83d"]);
  });

  test("begins no header of a letter with a name that was there before", async () => {
    const { database, mailer } = lanyard.deps;
    const subject = "Hello\r\nBcc: c@d.test\u202e";
    await mailer.enqueue(database.write, lanyard.deps, {
      appId: lanyard.apps.northwind,
      to: "a@b.test",
      subject,
      text: "x",
    });
    const [letter] = await database.quick
      .selectFrom("core_mail")
      .select("subject")
      .orderBy("id", "desc")
      .limit(1)
      .execute();

    expect(letter?.subject).toBe("Hello Bcc: c@d.test");
  });

  test.each([
    ["sorts by", { sort: [{ field: "password_hash", direction: "asc" }] }],
    ["filters by", { filter: [{ field: "search_text' or 1=1 --", op: "eq", value: "x" }] }],
    ["asks for", { columns: ["id", "event_id"] }],
  ])("%s no column that is not told", async (_, question) => {
    const { status, error } = await expert.post(`${event}/thing/query`, question);

    expect([status, error.code]).toEqual([400, "invalid"]);
  });

  test.each(["%", "_", "\\", "'", '"'])(
    "finds nothing more with %s, which means something to the database",
    async (value) => {
      const filter = [{ field: "last_name", op: "startsWith", value }];
      const { status, data } = await expert.post(`${event}/thing/query`, { filter, limit: 1 });

      expect([status, data.matched]).toEqual([200, 0]);
    },
  );

  test("hears nothing in the stream of messages but that something happened", async () => {
    const port = await listening();
    const page = new AbortController();
    const { body } = await fetch(`http://127.0.0.1:${port}/events`, { signal: page.signal });
    const owner = await lanyard.as("owner");
    await owner.post("/1/dashboard/user/logout", { type: 1 });
    let heard = "";
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      heard += Buffer.from(chunk).toString();
      if (heard.includes("session-ended")) break;
    }
    page.abort();

    expect(heard).toMatch(/^(retry: \d+\n|event: (navigation|session-ended)\n|data: [\w.:-]*\n|: still here\n|\n)+$/);
    expect(heard).not.toContain(owner.headers["x-dashboard-authorization"]);
  });

  test("keeps only so many streams of messages open for one address, and takes new ones when some are left", async () => {
    const port = await listening();
    const pages = new AbortController();
    onTestFinished(() => pages.abort());
    const listen = (signal = pages.signal) => fetch(`http://127.0.0.1:${port}/events`, { signal });
    const first = new AbortController();
    // Held until the end: a reply that nobody holds is cleared away, and its stream with it.
    const held = await listen(first.signal);
    const others = await Promise.all(Array.from({ length: 299 }, () => listen()));
    const refused = await listen();
    const { error } = await refused.json();
    first.abort();
    await expect.poll(async () => (await listen()).status).toBe(200);

    expect(new Set([held, ...others].map(({ status }) => status))).toEqual(new Set([200]));
    expect([refused.status, error.code]).toEqual([503, "unavailable"]);
  });

  test("keeps no token that they brought along: whoever logs in gets a new one", async () => {
    const brought = "x".repeat(43);
    const headers = { "x-dashboard-authorization": brought };
    const body = { email: "owner@demo.test", password: "Lanyard#2026" };
    const [first, second] = [
      await lanyard.anonymous.ask("POST", LOGIN, body, { headers }),
      await lanyard.anonymous.ask("POST", LOGIN, body, { headers }),
    ];

    expect(new Set([brought, first.data.token, second.data.token]).size).toBe(3);
    expect((await lanyard.anonymous.ask("GET", "/1/dashboard/application", undefined, { headers })).status).toBe(401);
  });

  test("is told of an address that cannot be read, or that leads out of its folder", async () => {
    const unreadable = await lanyard.anonymous.get("/1/api/container/%E0%A4%A");
    const paths = ["/i18n/..%2f..%2fpackage/x.json", "/i18n/__proto__/constructor.json"];

    expect([unreadable.status, unreadable.error.code]).toEqual([400, "invalid"]);
    for (const path of paths) expect((await lanyard.anonymous.get(path)).status).toBe(404);
  });

  test("reads no figures of the server from elsewhere, whatever they say where they are", async () => {
    const from = (remoteAddress: string, forwarded?: string) =>
      lanyard.anonymous.ask("GET", "/metrics", undefined, {
        remoteAddress,
        ...(forwarded ? { headers: { "x-forwarded-for": forwarded } } : {}),
      });

    expect((await from("203.0.113.9", "127.0.0.1")).status).toBe(404);
    expect((await from("127.0.0.1", "203.0.113.9")).status).toBe(404);
    expect((await from("127.0.0.1")).status).toBe(200);
  });
});
