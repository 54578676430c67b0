// Logging in with a code that came by mail.
import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../support/app.ts";

describe("a code by mail", () => {
  let lanyard: TestApp;
  let chief: Asker;
  let clock = new Date("2026-03-02T09:00:00Z");
  beforeAll(async () => {
    lanyard = await app({ now: () => clock, env: { PUBLIC_URL: "https://dashboard.test" } });
    chief = await lanyard.as("super");
  });
  afterAll(() => lanyard.close());

  const later = (minutes: number) => {
    clock = new Date(clock.getTime() + minutes * 60_000);
  };
  const secretOfBrowser = () => randomBytes(32).toString("base64url");
  const ask = (email: string, binding: string) =>
    lanyard.anonymous.post("/1/dashboard/user/login/code/send", { email, binding });
  const enter = (email: string, binding: string, mail_code: string, code?: string) =>
    lanyard.anonymous.post("/1/dashboard/user/login/code", { email, binding, mail_code, ...(code ? { code } : {}) });
  const letters = () =>
    lanyard.deps.database.quick
      .selectFrom("core_mail")
      .select(["id", "recipient", "text", "secret"])
      .orderBy("id")
      .execute();
  /** The letter is written behind the answer's back. */
  const letterAfter = async (before: number) => {
    for (;;) {
      const all = await letters();
      if (all.length > before) return all.at(-1) as (typeof all)[number];
      await new Promise((done) => setTimeout(done, 10));
    }
  };
  const receive = async (email: string, binding: string) => {
    const before = (await letters()).length;
    await ask(email, binding);
    const { text } = await letterAfter(before);
    return { code: /^\d{6}$/m.exec(text)?.[0] ?? "", otp: /otp=([\w-]+)/.exec(text)?.[1], text };
  };
  const rules = async (change: object) => {
    const { members: _, with_second_factor: __, rev, ...draft } = (await chief.get("/1/api/login-rules")).data;
    return chief.put("/1/api/login-rules", { ...draft, ...change, rev });
  };

  test("logs in once, in the browser that asked for it", async () => {
    const binding = secretOfBrowser();
    const { code } = await receive("Owner@demo.test", binding);

    expect((await enter("owner@demo.test", secretOfBrowser(), code)).error.code).toBe("login.code_refused");
    const { status, data } = await enter("owner@demo.test", binding, code);
    expect([status, data.user.user_email]).toEqual([200, "owner@demo.test"]);
    expect((await enter("owner@demo.test", binding, code)).error.code).toBe("login.code_refused");
  });

  test("brings a link that works on any device; what one of them used, the other has not left", async () => {
    const binding = secretOfBrowser();
    const first = await receive("owner@demo.test", binding);
    expect(first.text).toContain("https://dashboard.test/main?otp=");
    expect((await lanyard.anonymous.post("/1/dashboard/user/otp/verify", { otp: first.otp })).status).toBe(200);

    const second = await receive("owner@demo.test", binding);
    await enter("owner@demo.test", binding, second.code);
    expect((await lanyard.anonymous.post("/1/dashboard/user/otp/verify", { otp: second.otp })).status).toBe(401);
  });

  test("is answered alike for an unknown account, to which nothing is sent", async () => {
    const before = (await letters()).length;
    const unknown = await ask("nobody@demo.test", secretOfBrowser());
    const known = await ask("owner@demo.test", secretOfBrowser());
    await letterAfter(before);

    expect(unknown.data).toEqual(known.data);
    expect((await letters()).slice(before).map(({ recipient }) => recipient)).toEqual(["owner@demo.test"]);
    expect((await enter("nobody@demo.test", secretOfBrowser(), "123456")).error.code).toBe("login.code_refused");
  });

  test("expires after a quarter of an hour", async () => {
    const binding = secretOfBrowser();
    const { code } = await receive("owner@demo.test", binding);
    later(16);

    expect((await enter("owner@demo.test", binding, code)).error.code).toBe("login.code_refused");
  });

  test("can be guessed at five times, and by nobody but the browser that asked", async () => {
    const binding = secretOfBrowser();
    const { code } = await receive("expert@demo.test", binding);
    const wrong = code === "000000" ? "000001" : "000000";
    for (let tries = 0; tries < 5; tries++) await enter("expert@demo.test", secretOfBrowser(), wrong);
    for (let tries = 0; tries < 5; tries++) await enter("expert@demo.test", binding, wrong);
    expect((await enter("expert@demo.test", binding, wrong)).error.code).toBe("throttled");
    later(16);

    const other = secretOfBrowser();
    const next = await receive("expert@demo.test", other);
    const wrongNext = next.code === "000000" ? "000001" : "000000";
    for (let tries = 0; tries < 5; tries++) await enter("expert@demo.test", other, wrongNext);
    expect((await enter("expert@demo.test", other, next.code)).error.code).toBe("login.code_refused");
  });

  test("is sent five times in a quarter of an hour at most", async () => {
    later(16);
    const before = (await letters()).length;
    for (let times = 0; times < 8; times++) await ask("matchmaker@demo.test", secretOfBrowser());
    await letterAfter(before + 4);
    await new Promise((done) => setTimeout(done, 100));

    expect((await letters()).length - before).toBe(5);
  });

  test("is kept as a keyed hash, and its letter is shown only to a super admin of all of the person's apps", async () => {
    later(16);
    const binding = secretOfBrowser();
    const { code } = await receive("owner@demo.test", binding);
    const { quick } = lanyard.deps.database;
    const kept = await quick.selectFrom("core_login_code").selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(`"${code}"`);

    const seen = async (asker: Asker) => {
      const [{ id }] = (await asker.post("/1/api/outbox/query", { limit: 1 })).data.rows;
      return (await asker.get(`/1/api/outbox/${id}`)).data;
    };
    expect((await seen(await lanyard.as("app"))).text).toBe("");
    expect(await seen(await lanyard.as("app"))).toMatchObject({ hidden: true, subject: expect.any(String) });
    expect((await seen(chief)).text).toContain(code);
    // Somebody who belongs to an app in which the reader is nobody in particular.
    await lanyard.deps.database.write
      .updateTable("core_membership")
      .set({ role_id: 3 })
      .where("app_id", "=", lanyard.apps.harbour)
      .where("user_id", "=", chief.userId)
      .execute();
    expect(await seen(chief)).toMatchObject({ text: "", hidden: true });
  });

  test("does not get around the second factor: no link, and the code of the app is asked", async () => {
    later(16);
    await rules({ second_factor: "required" });
    const binding = secretOfBrowser();
    const { code, otp } = await receive("owner@demo.test", binding);
    expect(otp).toBeUndefined();

    const asked = await enter("owner@demo.test", binding, code);
    expect(asked.error.code).toBe("login.second_factor_setup");
    const { secret } = asked.error.current as { secret: string };
    const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.getTime() });
    const entered = await enter("owner@demo.test", binding, code, totp);
    expect([entered.status, entered.data.recovery_codes?.length]).toEqual([200, 10]);
    await rules({ second_factor: "off" });
  });

  test("is not sent where an app does not want it; passwords then are the way, and the other way round", async () => {
    later(16);
    const password = { email: "partner@demo.test", password: "Lanyard#2026" };
    await rules({ mail_code: "off" });
    const before = (await letters()).length;
    await ask("partner@demo.test", secretOfBrowser());
    await new Promise((done) => setTimeout(done, 100));
    expect((await letters()).length).toBe(before);
    expect((await lanyard.anonymous.post("/1/dashboard/user/login", password)).status).toBe(200);

    await rules({ mail_code: "on", password: "off" });
    expect((await lanyard.anonymous.post("/1/dashboard/user/login", password)).error.code).toBe("login.way_off");
    const chiefs = { email: "super@demo.test", password: "Lanyard#2026" };
    expect((await lanyard.anonymous.post("/1/dashboard/user/login", chiefs)).status).toBe(200);
    expect((await rules({ mail_code: "off" })).error.code).toBe("app-configuration.no_way_left");
  });
});

describe("a letter that a stranger's request causes", () => {
  test("leads nowhere unless the operator has said where the dashboard is", async () => {
    const lanyard = await app();
    const headers = { host: "evil.test" };
    const body = { email: "owner@demo.test", binding: randomBytes(32).toString("base64url") };
    await lanyard.anonymous.ask("POST", "/1/dashboard/user/login/code/send", body, { headers });
    const letter = async () =>
      (await lanyard.deps.database.quick.selectFrom("core_mail").select("text").executeTakeFirst())?.text ?? "";
    await expect.poll(letter).not.toBe("");
    const text = await letter();
    await lanyard.close();

    expect(text).not.toContain("evil.test");
    expect(text).not.toContain("otp=");
  });
});
