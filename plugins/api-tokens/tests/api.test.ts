import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tidyContext } from "../../../server/core/jobs/tidy.ts";
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

  describe("with addresses that it may be used from", () => {
    const NETWORKS = ["203.0.113.7", "198.51.100.0/24", "2001:db8::/32"];
    const from = (secret: string, remoteAddress: string, forwarded?: string) =>
      lanyard.anonymous.ask(
        "POST",
        things(),
        {},
        {
          remoteAddress,
          headers: { authorization: `Bearer ${secret}`, ...(forwarded ? { "x-forwarded-for": forwarded } : {}) },
        },
      );

    test.each([
      ["203.0.113.7", 200],
      ["203.0.113.8", 403],
      ["198.51.100.255", 200],
      ["198.51.101.1", 403],
      ["::ffff:198.51.100.9", 200],
      ["2001:db8:1:2::3", 200],
      ["2001:db9::1", 403],
      ["127.0.0.1", 403],
    ])("asked from %s it answers %i", async (address, status) => {
      const { secret } = await issue({ allowed_networks: NETWORKS });
      const answer = await from(secret, address);

      expect([answer.status, answer.error?.code]).toEqual([status, status === 200 ? undefined : "token_address"]);
    });

    test("a caller's word about its address counts only through a proxy that is trusted", async () => {
      const { secret } = await issue({ allowed_networks: NETWORKS });

      expect((await from(secret, "127.0.0.1", "203.0.113.7")).status).toBe(200);
      expect((await from(secret, "127.0.0.1", "203.0.113.7, 192.0.2.1")).status).toBe(403);
      expect((await from(secret, "192.0.2.1", "203.0.113.7")).status).toBe(403);
    });

    test("they are changed by the owner, kept when they are not named, and refused when they are none", async () => {
      const { token, secret } = await issue({ allowed_networks: NETWORKS });
      const body = { name: "x", scopes: ["thing:read"], allowed_containers: [-1] };
      const save = (rev: number, change: object) =>
        admin.patch(`/1/api/api-token/${token.id}`, { rev, ...body, ...change });
      const kept = await save(token.rev, {});
      const changed = await save(kept.data.rev, { allowed_networks: ["192.0.2.1", "192.0.2.1", "2001:DB8::/32"] });
      const wrong = await save(changed.data.rev, { allowed_networks: ["10.0.0.0/33"] });

      expect(kept.data.allowed_networks).toEqual(NETWORKS);
      expect(changed.data.allowed_networks).toEqual(["192.0.2.1", "2001:db8::/32"]);
      expect((await from(secret, "192.0.2.1")).status).toBe(200);
      expect([wrong.status, wrong.error.fields]).toEqual([
        400,
        { allowed_networks: "10.0.0.0/33 is neither an address nor a network" },
      ]);
    });
  });

  describe("says what it may do now", () => {
    const everything = async () =>
      (await admin.get("/1/api/api-token/scope")).data.flatMap(
        ({ resource, verbs }: { resource: string; verbs: string[] }) => verbs.map((verb) => `${resource}:${verb}`),
      ) as string[];
    const explain = async (asker: Asker, id: number, address = "") =>
      (await asker.get(`/1/api/api-token/${id}/explanation${address && `?address=${address}`}`)).data;

    test("to whoever manages it, from anywhere or from an address", async () => {
      const { token } = await issue({ allowed_networks: ["203.0.113.7"], allowed_containers: [lanyard.bigEventId] });
      const anywhere = await explain(admin, token.id);

      expect(anywhere).toMatchObject({
        refused: null,
        address: null,
        events: { all: false, names: ["Northwind Summit"] },
      });
      expect(anywhere.calls.map(({ resource }: { resource: string }) => resource)).toContain("thing");
      expect(anywhere.calls.every(({ allowed }: { allowed: boolean }) => allowed)).toBe(true);
      expect(await explain(admin, token.id, "203.0.113.7")).toMatchObject({ refused: null, address: "203.0.113.7" });
      expect(await explain(admin, token.id, "203.0.113.9")).toMatchObject({ refused: "address" });
      const wrong = await admin.get(`/1/api/api-token/${token.id}/explanation?address=home`);
      expect([wrong.status, wrong.error.fields]).toEqual([400, { address: "home is not an address" }]);
      await admin.post(`/1/api/api-token/${token.id}/revoke`);
      expect(await explain(admin, token.id)).toMatchObject({ refused: "revoked" });
    });

    test("to a program that asks with it, and each call that it names is answered so", async () => {
      const expert = await lanyard.as("expert");
      const made = await expert.post("/1/api/api-token", {
        name: "All that an expert may",
        scopes: await everything(),
        allowed_containers: [-1],
        days: 5,
      });
      const trial = await ask(made.data.secret, "/1/dashboard/token", undefined, "GET");
      const reads = (trial.data.calls as { method: string; path: string; allowed: boolean }[]).filter(
        ({ method, path }) => method === "GET" && !path.replace("{eventId}", "").includes("{"),
      );
      const answers = await Promise.all(
        reads.map(async ({ path, allowed }) => {
          const filled = path.replace("{eventId}", String(lanyard.bigEventId));
          const { error } = await ask(made.data.secret, filled, undefined, "GET");
          return [path, allowed, error?.code !== "forbidden" && error?.code !== "token_scope"];
        }),
      );

      expect(trial.data).toMatchObject({ token: "All that an expert may", refused: null, address: "127.0.0.1" });
      expect(reads.length).toBeGreaterThan(30);
      expect(reads.some(({ allowed }) => !allowed)).toBe(true);
      expect(answers.filter(([, said, is]) => said !== is)).toEqual([]);
      expect((await admin.get("/1/dashboard/token")).data).toBeNull();
    });
  });

  describe("that ends within a week", () => {
    const tell = async (at: Date) => {
      const face = lanyard.plugins.find(({ id }) => id === "api-tokens");
      await face?.tidy?.(tidyContext({ ...lanyard.deps, now: () => at }));
    };
    const letters = async (name: string) => {
      const rows = await lanyard.deps.database.quick
        .selectFrom("core_mail")
        .select(["recipient", "subject", "text", "app_id"])
        .execute();
      return rows.filter(({ subject }) => subject.includes(name));
    };
    const inDays = (days: number) => new Date(clock.getTime() + days * 86_400_000);

    test("has its owner told once, also when two processes look at once, and again after a renewal", async () => {
      const { token } = await issue({ name: "Told once", days: 30 });

      await tell(inDays(20));
      expect(await letters("Told once")).toEqual([]);
      await Promise.all([tell(inDays(24)), tell(inDays(24))]);
      await tell(inDays(25));
      const [first, ...others] = await letters("Told once");
      expect(others).toEqual([]);
      expect(first).toMatchObject({ recipient: "app@demo.test", app_id: lanyard.apps.northwind });
      expect(first?.text).toContain("1 April 2026");

      await admin.post(`/1/api/api-token/${token.id}/rotate`, { days: 90, grace_hours: 0 });
      await tell(inDays(25));
      expect(await letters("Told once")).toHaveLength(1);
      await tell(inDays(85));
      expect(await letters("Told once")).toHaveLength(2);
    });

    test("writes in the language of the app, with a link where the dashboard's address is known", async () => {
      await issue({ name: "Auf Deutsch", days: 30 });
      const { write } = lanyard.deps.database;
      const speakIn = (default_locale: string) =>
        write.updateTable("core_app").set({ default_locale }).where("id", "=", lanyard.apps.northwind).execute();
      const [{ default_locale }] = (await write
        .selectFrom("core_app")
        .select("default_locale")
        .where("id", "=", lanyard.apps.northwind)
        .execute()) as [{ default_locale: string }];
      await speakIn("de");
      const face = lanyard.plugins.find(({ id }) => id === "api-tokens");
      const config = { ...lanyard.deps.config, publicUrl: "https://dashboard.example.com" };
      await face?.tidy?.(tidyContext({ ...lanyard.deps, config, now: () => inDays(29) }));
      await speakIn(default_locale);

      const [letter] = await letters("Auf Deutsch");
      expect(letter?.subject).toBe("Das API-Token „Auf Deutsch“ läuft bald ab");
      expect(letter?.text).toContain("https://dashboard.example.com/app-settings/api-tokens?open=");
    });

    test("says nothing of what was revoked, of what was asked for a few days, and to who has no access any more", async () => {
      const { token } = await issue({ name: "Revoked one", days: 30 });
      await admin.post(`/1/api/api-token/${token.id}/revoke`);
      await issue({ name: "Short one", days: 5 });
      const expert = await lanyard.as("expert");
      const draft = { name: "Left one", scopes: ["thing:read"], allowed_containers: [-1], days: 30 };
      await expert.post("/1/api/api-token", draft);
      const { write } = lanyard.deps.database;
      const disabled = (at: string | null) =>
        write.updateTable("core_membership").set({ disabled_at: at }).where("user_id", "=", expert.userId).execute();
      await disabled(clock.toISOString());
      await tell(inDays(28));
      await tell(inDays(4));
      await disabled(null);

      for (const name of ["Revoked one", "Short one", "Left one"]) expect(await letters(name)).toEqual([]);
    });
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
    const ends = ["2026-06-01T00:00:00.000Z", "2026-03-03T00:00:00.000Z"];
    expect(graceUntil(now, 100, ...ends)).toBe("2026-03-03T00:00:00.000Z");
    expect(graceUntil(now, 1, ...ends)).toBe("2026-03-02T10:00:00.000Z");
    expect(graceUntil(now, 100, "2026-06-01T00:00:00.000Z", "2026-03-01T00:00:00.000Z")).toBeNull();
  });
});
