import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import { choicesOf, graceUntil, stateOf } from "../server/rules.ts";

describe("an API token", () => {
  let lanyard: TestApp;
  let admin: Asker;
  let clock = new Date("2026-03-02T09:00:00Z");
  beforeAll(async () => {
    lanyard = await app({ now: () => clock });
    admin = await lanyard.as("app");
  });
  afterAll(() => lanyard.close());

  const issue = async (change: object = {}) => {
    const draft = {
      name: "Registration desk",
      scopes: ["thing:read", "container:read"],
      allowed_containers: [-1],
      days: 90,
    };
    return (await admin.post("/1/api/api-token", { ...draft, ...change })).data as {
      token: { id: number; rev: number };
      secret: string;
    };
  };
  const things = (eventId = lanyard.bigEventId) => `/1/api/container/${eventId}/thing/query`;
  const withHeader = (secret: string, kind: "dashboard" | "bearer" = "bearer") => ({
    headers: kind === "bearer" ? { authorization: `Bearer ${secret}` } : { "x-dashboard-authorization": secret },
  });
  const ask = (secret: string, path = things(), body: object | undefined = {}, method = "POST") =>
    lanyard.anonymous.ask(method, path, method === "GET" ? undefined : body, withHeader(secret));

  test("asks with either header, alone, and is kept only as a hash", async () => {
    const { secret } = await issue();

    expect((await ask(secret)).status).toBe(200);
    expect((await lanyard.anonymous.ask("POST", things(), {}, withHeader(secret, "dashboard"))).status).toBe(200);
    const rows = await lanyard.deps.database.quick.selectFrom("core_api_token").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify((await admin.get("/1/api/api-token")).data)).not.toContain(secret);
  });

  test("finds its app as a person does, and no other", async () => {
    const { secret } = await issue();
    const apps = await lanyard.anonymous.ask(
      "GET",
      "/1/dashboard/application",
      undefined,
      withHeader(secret, "dashboard"),
    );
    const other = await lanyard.anonymous.ask(
      "GET",
      `/1/dashboard/application/${lanyard.apps.harbour}`,
      undefined,
      withHeader(secret, "dashboard"),
    );

    expect(apps.data.map((each: { id: number }) => each.id)).toEqual([lanyard.apps.northwind]);
    expect(other.status).toBe(404);
  });

  test("does what its scopes name and nothing else, and the refusal names the scope", async () => {
    const { secret } = await issue();
    const written = await ask(secret, `/1/api/container/${lanyard.bigEventId}/thing`, { type_id: 1, name: "x" });
    const events = await ask(secret, "/1/api/container", undefined, "GET");

    expect([written.status, written.error.code, written.error.fields]).toEqual([
      403,
      "token_scope",
      { scope: "thing:create" },
    ]);
    expect(events.status).toBe(200);
  });

  test("never manages people, tokens or the account of its owner", async () => {
    const scopes = (await admin.get("/1/api/api-token/scope")).data.flatMap(
      ({ resource, verbs }: { resource: string; verbs: string[] }) => verbs.map((verb) => `${resource}:${verb}`),
    );
    const { secret } = await issue({ scopes });

    for (const path of ["/1/api/api-token", "/1/api/member", "/1/api/invite"]) {
      expect((await ask(secret, path, undefined, "GET")).error.code).toBe("token_scope");
    }
    const logout = await lanyard.anonymous.ask(
      "POST",
      "/1/dashboard/user/logout",
      { type: 2 },
      withHeader(secret, "dashboard"),
    );
    expect(logout.error.code).toBe("token_scope");
  });

  test("reaches its events only, and never more than its owner", async () => {
    const other = lanyard.events["Northwind Summit, last year"] as number;
    const { secret } = await issue({ allowed_containers: [lanyard.bigEventId] });

    expect((await ask(secret, things())).status).toBe(200);
    expect((await ask(secret, things(other))).status).toBe(404);
    const elsewhere = await lanyard.as("app", "harbour");
    const stranger = await elsewhere.post("/1/api/api-token", {
      name: "x",
      scopes: ["thing:read"],
      allowed_containers: [lanyard.bigEventId],
      days: 1,
    });
    expect([400, 403]).toContain(stranger.status);
  });

  test("ends with its owner's access", async () => {
    const expert = await lanyard.as("expert");
    const made = await expert.post("/1/api/api-token", {
      name: "x",
      scopes: ["thing:read"],
      allowed_containers: [-1],
      days: 5,
    });
    expect((await ask(made.data.secret)).status).toBe(200);

    const { write } = lanyard.deps.database;
    const disabled = (at: string | null) =>
      write.updateTable("core_membership").set({ disabled_at: at }).where("user_id", "=", expert.userId).execute();
    await disabled(clock.toISOString());
    const after = await ask(made.data.secret);
    await disabled(null);

    expect([after.status, after.error.code]).toEqual([403, "app_token"]);
  });

  test("expires with a code that a program can act on", async () => {
    const { secret } = await issue({ days: 1 });
    const before = clock;
    clock = new Date(clock.getTime() + 25 * 3_600_000);
    const answer = await ask(secret);
    clock = before;

    expect([answer.status, answer.error.code]).toEqual([401, "token_expired"]);
  });

  test("is renewed with a grace period in which both secrets are good", async () => {
    const { token, secret } = await issue();
    const renewed = await admin.post(`/1/api/api-token/${token.id}/rotate`, { days: 90, grace_hours: 2 });

    expect([(await ask(secret)).status, (await ask(renewed.data.secret)).status]).toEqual([200, 200]);
    const before = clock;
    clock = new Date(clock.getTime() + 3 * 3_600_000);
    expect([(await ask(secret)).error.code, (await ask(renewed.data.secret)).status]).toEqual(["token_expired", 200]);
    clock = before;
  });

  test("is revoked at once, by any administrator, and cannot be renewed by another than its owner", async () => {
    const { token, secret } = await issue();
    const chief = await lanyard.as("super");

    expect((await chief.post(`/1/api/api-token/${token.id}/rotate`, { days: 1, grace_hours: 0 })).error.code).toBe(
      "api-tokens.not_yours",
    );
    expect((await chief.post(`/1/api/api-token/${token.id}/revoke`)).data.state).toBe("revoked");
    expect((await ask(secret)).status).toBe(401);
    expect((await admin.post(`/1/api/api-token/${token.id}/rotate`, { days: 1, grace_hours: 0 })).error.code).toBe(
      "api-tokens.revoked",
    );
  });

  test("stands in the history as the one who did it", async () => {
    const { secret } = await issue({ scopes: ["thing:create", "thing:read"], name: "Importer" });
    const types = await admin.get(`/1/api/container/${lanyard.bigEventId}/type-category`);
    const body = { type_id: types.data[0].types[0].id, first_name: "Ada", last_name: "Byron" };
    const made = await ask(secret, `/1/api/container/${lanyard.bigEventId}/thing`, body);

    expect(made.status).toBe(201);
    const line = await lanyard.deps.database.quick
      .selectFrom("core_audit")
      .select(["actor_kind", "actor_label"])
      .orderBy("id", "desc")
      .executeTakeFirst();
    expect(line).toEqual({ actor_kind: "token", actor_label: "Importer (Anders Lindqvist)" });
  });

  test("shows when and from where it was used last", async () => {
    const { token, secret } = await issue();
    await ask(secret);
    await new Promise((go) => setTimeout(go, 50));

    const listed = (await admin.get("/1/api/api-token")).data.find(({ id }: { id: number }) => id === token.id);
    expect(listed).toMatchObject({ last_used_at: clock.toISOString(), last_used_from: "127.0.0.1", state: "active" });
  });
});

describe("rules of tokens", () => {
  const now = new Date("2026-03-02T09:00:00Z");

  test.each([
    ["2026-06-01T00:00:00.000Z", null, null, "active"],
    ["2026-03-05T00:00:00.000Z", null, null, "expiring"],
    ["2026-03-01T00:00:00.000Z", null, null, "expired"],
    ["2026-06-01T00:00:00.000Z", "2026-03-03T00:00:00.000Z", null, "renewed"],
    ["2026-03-01T00:00:00.000Z", null, "2026-02-01T00:00:00.000Z", "revoked"],
  ])("expiring %s, renewed until %s, revoked %s is %s", (expires_at, previous_until, revoked_at, state) => {
    expect(stateOf({ expires_at, previous_until, revoked_at }, now)).toBe(state);
  });

  test("scopes are offered by resource, and grace never outlives the token", () => {
    expect(choicesOf(["thing:remove", "session:read", "thing:read"])).toEqual([
      { resource: "session", verbs: ["read"] },
      { resource: "thing", verbs: ["read", "remove"] },
    ]);
    expect(graceUntil(now, 100, "2026-03-03T00:00:00.000Z")).toBe("2026-03-03T00:00:00.000Z");
  });
});
