import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../support/app.ts";

describe("a request", () => {
  let lanyard: TestApp;
  let owner: Asker;
  beforeAll(async () => {
    lanyard = await app();
    owner = await lanyard.as("owner");
  });
  afterAll(() => lanyard.close());

  test("to an unknown path is 404, with an unknown method 405, both in the one form", async () => {
    const unknown = await owner.get("/1/api/nothing-here");
    const method = await owner.remove("/1/api/config");

    expect(unknown.error).toMatchObject({
      code: "not_found",
      message: expect.any(String),
      requestId: expect.any(String),
    });
    expect(method.error.code).toBe("method_not_allowed");
    expect(method.status).toBe(405);
    expect(method.response.headers["allow"]).toContain("GET");
  });

  test.each(["/events", "/health", "/i18n/en-gb/shell.json", "/metrics", "/openapi.json", "/ready", "/settings.json"])(
    "with another method to %s is 405",
    async (path) => {
      const answer = await lanyard.anonymous.ask("POST", path, {});

      expect([answer.status, answer.error.code]).toEqual([405, "method_not_allowed"]);
      expect(answer.response.headers["allow"]).toBe("GET");
    },
  );

  test("with bad JSON is 400, and one over the limit 413", async () => {
    const headers = { "content-type": "application/json" };
    const bad = await lanyard.anonymous.ask("POST", "/1/dashboard/user/login", "{bad", { headers });
    const large = await lanyard.anonymous.ask(
      "POST",
      "/1/dashboard/user/login",
      `{"email":"${"x".repeat(2_000_000)}"}`,
      { headers },
    );

    expect([bad.status, bad.error.code]).toEqual([400, "bad_json"]);
    expect([large.status, large.error.code]).toEqual([413, "too_large"]);
  });

  test("with an unknown field names the field and does nothing", async () => {
    const answer = await owner.post("/1/dashboard/user/logout", { type: 1, everywhere: true });

    expect(answer.status).toBe(400);
    expect(answer.error.fields).toHaveProperty("everywhere");
    expect((await owner.get("/1/dashboard/application")).status).toBe(200);
  });

  test("names no row with a number that no row can have", async () => {
    const answers = await Promise.all(
      ["2147483648", "99999999999999999999", "1e300"].map((id) => owner.get(`/1/api/container/${id}`)),
    );

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  test("may not carry U+0000, which one of the databases cannot keep", async () => {
    const json = { headers: { "content-type": "application/json" } };
    const path = "/1/dashboard/user/check";
    const refused = await owner.ask("POST", path, '{"email":"a\\u0000@demo.test"}', json);
    const inAddress = await owner.get("/1/api/container/%00");
    const written = await owner.ask("POST", path, '{"email":"\\\\u0000@demo.test"}', json);

    expect([refused.status, refused.error.message]).toEqual([400, expect.stringContaining("U+0000")]);
    expect(inAddress.status).toBe(400);
    expect(written.error?.message ?? "").not.toContain("U+0000");
  });

  test("at no time of ours is refused before it can spoil a list", async () => {
    const draft = { name: "Far away", date_start: "9999-12-31T23:59:59.999Z", date_end: "9999-12-31T23:59:59.999Z" };
    const answer = await (await lanyard.as("super")).post("/1/api/container", draft);

    expect(answer.status).toBe(400);
    expect(answer.error.fields).toHaveProperty("date_start");
  });

  test("without an application token is refused although the person is known", async () => {
    const { "x-dashboard-authorization": dashboard } = owner.headers;
    const answer = await lanyard.anonymous.ask("GET", "/1/api/config", undefined, {
      headers: { "x-dashboard-authorization": dashboard as string },
    });

    expect([answer.status, answer.error.code]).toEqual([403, "app_token"]);
  });

  test("with somebody else's application token is refused", async () => {
    const expert = await lanyard.as("expert");
    const headers = { ...owner.headers, authorization: expert.headers["authorization"] as string };
    const answer = await lanyard.anonymous.ask("GET", "/1/api/config", undefined, { headers });

    expect(answer.error.code).toBe("app_token");
  });

  test("for an event of another app, or one that is not allowed, finds nothing", async () => {
    const guest = await lanyard.as("owner", "harbour");
    const elsewhere = await guest.get(`/1/api/container/${lanyard.bigEventId}`);
    const notAllowed = await guest.get(`/1/api/container/${lanyard.events["Harbour Board Retreat"]}`);
    const none = await guest.get("/1/api/container/999999");

    expect([elsewhere.status, notAllowed.status, none.status]).toEqual([404, 404, 404]);
  });

  test("lists only allowed events, and archived ones only among all", async () => {
    const guest = await lanyard.as("owner", "harbour");
    const all = await owner.get("/1/api/container?limit=10000000");
    const open = await owner.get("/1/api/container/non-archived?limit=10000000");
    const allowed = await guest.get("/1/api/container?limit=10000000");

    expect(all.data).toHaveLength(6);
    expect(open.data.map((event: { name: string }) => event.name)).not.toContain("Northwind Summit, last year");
    expect(allowed.data).toHaveLength(3);
  });

  test("carries its id in the reply and keeps it out of caches", async () => {
    const { response } = await owner.get("/1/api/config");

    expect(response.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers["cache-control"]).toBe("no-store");
  });
});
