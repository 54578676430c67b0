// Single sign-on from the log-in page to the session, against a real provider, and against one that lies.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../support/app.ts";
import { CLIENT, type RunningProvider, startCrook, startProvider } from "../support/provider.ts";
import { REDIRECT, secretOfBrowser, setUp, trial, usual } from "../support/sso.ts";

describe("single sign-on with a real provider", () => {
  let lanyard: TestApp;
  let provider: RunningProvider;
  let chief: Asker;
  beforeAll(async () => {
    lanyard = await app({ env: { ALLOW_PRIVATE_ADDRESSES: "1", PUBLIC_URL: "https://dashboard.test:443" } });
    provider = await startProvider([REDIRECT]);
    chief = await lanyard.as("super");
    const known = (email: string, more: object = {}) => provider.people.set(email, { sub: email, email, ...more });
    known("owner@demo.test", { email_verified: true, given_name: "Oliver", family_name: "Whitcombe" });
    known("super@demo.test");
    known("new@sso.test", { name: "Nora van Nieuw" });
    known("messy@sso.test", { given_name: "Mo\r\nBcc: all@sso.test", family_name: " \u202eOtto\u0007 " });
    known("unconfirmed@sso.test", { email_verified: false });
    provider.people.set("foreign@sso.test", { sub: "f", email: "foreign@elsewhere.test" });
    provider.people.set("*", { sub: "owner@demo.test", email: "owner@demo.test" });
  });
  afterAll(async () => {
    await provider.close();
    await lanyard.close();
  });

  const start = (email: string, binding: string) =>
    lanyard.anonymous.post("/1/dashboard/user/login/sso/start", { email, binding });
  const finish = (answer: object, binding: string, code?: string) =>
    lanyard.anonymous.post("/1/dashboard/user/login/sso", { answer, binding, ...(code ? { code } : {}) });
  const logIn = async (email: string) => {
    const binding = secretOfBrowser();
    const started = await start(email, binding);
    if (started.status !== 200) return started;
    return finish(await provider.visit(started.data.url), binding);
  };

  test("is set up, tested and only then switched on; the secret is kept sealed and never shown", async () => {
    const draft = { ...usual, issuer: provider.issuer, rev: 0 };
    expect((await chief.put("/1/api/login-provider", { ...draft, enabled: true })).error.code).toBe(
      "app-configuration.not_tested",
    );
    const saved = await chief.put("/1/api/login-provider", draft);
    expect(saved.data).toMatchObject({
      redirect_uri: REDIRECT,
      provider: { has_secret: true, tested_at: null, rev: 1 },
    });
    expect((await logIn("owner@demo.test")).error.code).toBe("login.sso_none");

    const tested = await trial(chief, provider);

    expect(tested.data).toMatchObject({ refusal: null, person: { email: "owner@demo.test", admitted: false } });
    expect(tested.data.claims).toContainEqual({ name: "email", value: "owner@demo.test" });
    const { secret: _, ...rest } = draft;
    const on = await chief.put("/1/api/login-provider", { ...rest, rev: 1, enabled: true });
    expect(on.data.provider).toMatchObject({ enabled: true, tested_at: expect.any(String) });
    const { quick } = lanyard.deps.database;
    const row = await quick.selectFrom("core_login_provider").selectAll().executeTakeFirstOrThrow();
    const lines = await quick.selectFrom("core_audit").select(["before", "after"]).execute();
    expect(JSON.stringify([row, lines, on.data])).not.toContain(CLIENT.secret);
  });

  test("lets a member of the app in, by the domain of the address, into this app only", async () => {
    const known = async () => (await chief.get("/1/api/login-provider")).data.provider.people;
    const before = await known();
    const { status, data } = await logIn("owner@demo.test");

    expect([before, await known()]).toEqual([0, 1]);
    expect([status, data.user?.applications]).toEqual([200, [lanyard.apps.northwind]]);
    const headers = { "x-dashboard-authorization": data.token as string };
    const apps = await lanyard.anonymous.ask("GET", "/1/dashboard/application", undefined, { headers });
    expect(apps.data).toHaveLength(1);
    const other = `/1/dashboard/application/${lanyard.apps.harbour}`;
    expect((await lanyard.anonymous.ask("GET", other, undefined, { headers })).status).toBe(404);
    const harbour = await lanyard.as("owner", "harbour");
    const mixed = { ...headers, authorization: harbour.headers["authorization"] as string };
    const config = await lanyard.anonymous.ask("GET", "/1/api/config", undefined, { headers: mixed });
    expect(config.error.code).toBe("app_token");
  });

  test("turns away strangers, unconfirmed addresses and addresses of other domains", async () => {
    expect((await logIn("new@sso.test")).error.code).toBe("login.sso_unknown");
    expect((await logIn("unconfirmed@sso.test")).error.code).toBe("login.sso_email");
    expect((await logIn("foreign@sso.test")).error.code).toBe("login.sso_email");
    expect((await logIn("anybody@no-provider.test")).error.code).toBe("login.sso_none");
  });

  test("admits unknown people where the app wants that, with the role that was chosen, and writes it down", async () => {
    await setUp(chief, provider, { unknown: "admit", admit_role_id: 300 });

    const { data } = await logIn("new@sso.test");

    expect(data.user).toMatchObject({ first_name: "Nora van", last_name: "Nieuw", user_email: "new@sso.test" });
    const messy = await logIn("messy@sso.test");
    expect(messy.data.user).toMatchObject({ first_name: "Mo Bcc: all@sso.test", last_name: "Otto" });
    const members = (await chief.get("/1/api/member")).data as { id: number; email: string; role: { id: number } }[];
    const admitted = members.find(({ email }) => email === "new@sso.test");
    expect(admitted?.role.id).toBe(300);
    const { quick } = lanyard.deps.database;
    const lines = quick.selectFrom("core_audit").select(["actor_label", "app_id", "object_id"]);
    expect(await lines.where("action", "=", "admit").orderBy("id").executeTakeFirst()).toEqual({
      actor_label: "Nora van Nieuw",
      app_id: lanyard.apps.northwind,
      object_id: String(admitted?.id),
    });
    await setUp(chief, provider);
  });

  test("ties the account to the identity: the same address under another identity is turned away", async () => {
    await logIn("owner@demo.test");
    const own = provider.people.get("owner@demo.test");
    provider.people.set("owner@demo.test", { sub: "somebody-else", email: "owner@demo.test" });

    expect((await logIn("owner@demo.test")).error.code).toBe("login.sso_identity");
    provider.people.set("owner@demo.test", own as never);

    const members = (await chief.get("/1/api/member")).data as { id: number; email: string }[];
    const owner = members.find(({ email }) => email === "owner@demo.test");
    await chief.post(`/1/api/member/${owner?.id}/second-factor/reset`);
    expect((await logIn("owner@demo.test")).status).toBe(200);
  });

  test("set up by an app admin lets nobody in who is stronger than that", async () => {
    const admin = await lanyard.as("app");
    await setUp(admin, provider);

    expect((await logIn("super@demo.test")).error.code).toBe("login.sso_stronger");
    expect((await logIn("owner@demo.test")).status).toBe(200);
    await setUp(chief, provider);
    expect((await logIn("super@demo.test")).status).toBe(200);
  });

  test("admits nobody as a role that has no name", async () => {
    const refused = await setUp(chief, provider, { unknown: "admit", admit_role_id: 9999 });

    expect([refused.status, refused.error.fields]).toEqual([400, { admit_role_id: expect.any(String) }]);
  });

  test("admits nobody with more power than the administrator has who decides so", async () => {
    const admin = await lanyard.as("app");
    const refused = await setUp(admin, provider, { unknown: "admit", admit_role_id: 1 });

    expect([refused.status, refused.error.code]).toEqual([403, "app-configuration.too_strong"]);
    expect(refused.error.fields).toHaveProperty("admit_role_id");
  });

  test("is finished once, and only by the browser that began it", async () => {
    const binding = secretOfBrowser();
    const { data } = await start("owner@demo.test", binding);
    const answer = await provider.visit(data.url);

    expect((await finish(answer, secretOfBrowser())).error.code).toBe("login.sso_stale");
    expect((await finish(answer, binding)).status).toBe(200);
    expect((await finish(answer, binding)).error.code).toBe("login.sso_stale");
    expect((await finish({ ...answer, state: "made-up" }, binding)).error.code).toBe("login.sso_stale");
  });

  test("that the provider refuses is said so", async () => {
    provider.people.delete("*");
    expect((await logIn("nobody@sso.test")).error.code).toBe("login.sso_denied");
    provider.people.set("*", { sub: "owner@demo.test", email: "owner@demo.test" });
  });

  test("takes the place of the password and not of the second factor", async () => {
    const rules = (await chief.get("/1/api/login-rules")).data;
    const { members: _, with_second_factor: __, rev, ...draft } = rules;
    await chief.put("/1/api/login-rules", { ...draft, rev, second_factor: "required" });
    const binding = secretOfBrowser();
    const { data } = await start("owner@demo.test", binding);
    const answer = await provider.visit(data.url);

    const asked = await finish(answer, binding);
    expect(asked.error.code).toBe("login.second_factor_setup");
    const { Secret, TOTP } = await import("otpauth");
    const { secret } = asked.error.current as { secret: string };
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    expect((await finish(answer, binding, "000000")).error.code).toBe("login.second_factor_wrong");
    const entered = await finish(answer, binding, code);
    expect([entered.status, entered.data.recovery_codes?.length]).toEqual([200, 10]);
    expect((await finish(answer, binding, code)).error.code).toBe("login.sso_stale");
    await chief.put("/1/api/login-rules", { ...draft, rev: rev + 1, second_factor: "off" });
  });

  test("one domain leads to one app: a second app cannot take it", async () => {
    const elsewhere = await lanyard.as("super", "harbour");
    const refused = await elsewhere.put("/1/api/login-provider", { ...usual, issuer: provider.issuer, rev: 0 });

    expect(refused.error.code).toBe("app-configuration.domain_taken");
  });

  test("cannot be taken away while it is the only way in; afterwards it is gone with its ties", async () => {
    const { members: _, with_second_factor: __, rev, ...draft } = (await chief.get("/1/api/login-rules")).data;
    await chief.put("/1/api/login-rules", { ...draft, rev, password: "off", mail_code: "off" });

    expect((await chief.remove("/1/api/login-provider")).error.code).toBe("app-configuration.no_way_left");
    await chief.put("/1/api/login-rules", { ...draft, rev: rev + 1 });
    expect((await chief.remove("/1/api/login-provider")).data.provider).toBeNull();
    expect((await logIn("owner@demo.test")).error.code).toBe("login.sso_none");
  });
});

describe("single sign-on with a provider that lies", () => {
  let lanyard: TestApp;
  let crook: Awaited<ReturnType<typeof startCrook>>;
  let chief: Asker;
  let clock = () => new Date();
  beforeAll(async () => {
    lanyard = await app({
      env: { ALLOW_PRIVATE_ADDRESSES: "1", PUBLIC_URL: "https://dashboard.test:443" },
      now: () => clock(),
    });
    crook = await startCrook();
    chief = await lanyard.as("super");
    await setUp(chief, crook, { unknown: "admit" });
  });
  beforeEach(() => crook.lie({}));
  afterAll(async () => {
    await crook.close();
    await lanyard.close();
  });

  const logIn = async (
    twist: (answer: { state: string; code?: string; iss?: string }) => object = (answer) => answer,
  ) => {
    const binding = secretOfBrowser();
    const body = { email: "person@sso.test", binding };
    const { data } = await lanyard.anonymous.post("/1/dashboard/user/login/sso/start", body);
    const answer = twist(await crook.visit(data.url));
    const entered = await lanyard.anonymous.post("/1/dashboard/user/login/sso", { answer, binding });
    return entered.error?.code ?? entered.status;
  };
  const claiming = (change: object) => crook.lie({ claims: (claims) => ({ ...claims, ...change }) });

  test("lets nobody in but with a right answer", async () => {
    expect(await logIn()).toBe(200);
  });

  test.each([
    ["the nonce of another log-in", { nonce: "another" }],
    ["no nonce", { nonce: undefined }],
    ["an ID token of another issuer", { iss: "https://elsewhere.test" }],
    ["an ID token for another client", { aud: "another" }],
  ])("refuses %s", async (_, change) => {
    claiming(change);
    expect(await logIn()).toBe("login.sso_invalid");
  });

  test("refuses an ID token that has expired, or whose clock is ahead", async () => {
    const now = Math.floor(Date.now() / 1000);
    claiming({ iat: now - 600, exp: now - 300 });
    expect(await logIn()).toBe("login.sso_clock");
    claiming({ nbf: now + 600 });
    expect(await logIn()).toBe("login.sso_clock");
    claiming({ exp: now - 10 });
    expect(await logIn()).toBe(200);
  });

  test("refuses a signature by a key that is not published", async () => {
    crook.lie({ otherKey: true });
    expect(await logIn()).toBe("login.sso_invalid");
  });

  test("refuses an answer that names another issuer, or none although one was announced", async () => {
    expect(await logIn((answer) => ({ ...answer, iss: "https://elsewhere.test" }))).toBe("login.sso_invalid");
    expect(await logIn(({ state, code }) => ({ state, code }))).toBe("login.sso_invalid");
  });

  test("does not swallow huge claims", async () => {
    claiming({ photo: "x".repeat(2_000_000) });
    expect(["login.sso_unreachable", "login.sso_invalid"]).toContain(await logIn());
  });

  test("says that it does not answer, when it sends nonsense or is gone", async () => {
    crook.lie({ token: "<html>maintenance</html>" });
    expect(await logIn()).toBe("login.sso_unreachable");
  });

  test("nobody waits behind a log-in whose provider hangs", async () => {
    const binding = secretOfBrowser();
    const body = { email: "person@sso.test", binding };
    const started = await lanyard.anonymous.post("/1/dashboard/user/login/sso/start", body);
    const answer = await crook.visit(started.data.url);
    crook.lie({ hang: { at: "/token", drips: true } });
    let isOver = false;
    const entering = lanyard.anonymous.post("/1/dashboard/user/login/sso", { answer, binding }).finally(() => {
      isOver = true;
    });

    await lanyard.as("owner");

    expect(isOver).toBe(false);
    crook.lie({});
    expect((await entering).error.code).toBe("login.sso_unreachable");
  });

  test("a log-in that took too long has to be begun again", async () => {
    const late = await logIn((answer) => {
      clock = () => new Date(Date.now() + 20 * 60_000);
      return answer;
    });
    clock = () => new Date();
    expect(late).toBe("login.sso_stale");
  });

  test("a test log-in shows what was told and why it failed, and makes no session", async () => {
    claiming({ email: "person@elsewhere.test", department: { name: "Events" } });
    const { data } = await trial(chief, crook);

    expect(data).toMatchObject({ refusal: "login.sso_email", person: null });
    expect(data.claims).toContainEqual({ name: "department", value: '{"name":"Events"}' });
    claiming({ nonce: "another" });
    const failed = await trial(chief, crook);
    expect(failed.data).toMatchObject({
      refusal: "login.sso_invalid",
      claims: [],
      detail: expect.stringContaining("nonce"),
    });
  });

  test("a provider under another name than its own, or that is not there, is said when it is set up", async () => {
    crook.lie({ issuer: "https://elsewhere.test" });
    const { rev } = (await chief.get("/1/api/login-provider")).data.provider;
    await chief.put("/1/api/login-provider", { ...usual, issuer: crook.issuer, rev });
    expect(await trial(chief, crook)).toMatchObject({ status: 409, error: { code: "login.sso_invalid" } });
    await chief.put("/1/api/login-provider", { ...usual, issuer: "http://127.0.0.1:9", rev: rev + 1 });
    expect((await trial(chief, crook)).error.code).toBe("login.sso_unreachable");
  });
});

describe("without leave to stay in one's own network", () => {
  let lanyard: TestApp;
  beforeAll(async () => {
    lanyard = await app();
  });
  afterAll(() => lanyard.close());

  test("a provider at a private address is not asked", async () => {
    const chief = await lanyard.as("super");
    const save = (issuer: string, rev: number) => chief.put("/1/api/login-provider", { ...usual, issuer, rev });
    expect((await save("http://idp.example", 0)).error.fields).toHaveProperty("issuer");

    let rev = 0;
    for (const host of ["127.0.0.1", "169.254.169.254", "[::1]", "[::ffff:10.0.0.1]", "localhost"]) {
      expect((await save(`https://${host}`, rev)).status, host).toBe(200);
      rev += 1;
      const refused = await chief.post("/1/api/login-provider/test", { binding: secretOfBrowser() });
      expect(refused.error.code, host).toBe("login.sso_unreachable");
    }
  });
});
