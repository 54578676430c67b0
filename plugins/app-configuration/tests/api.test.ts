import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";

describe("log-in rules", () => {
  let lanyard: TestApp;
  let admin: Asker;
  let clock = new Date("2026-03-02T09:00:00Z");
  beforeAll(async () => {
    lanyard = await app({ now: () => clock });
    admin = await lanyard.as("app");
  });
  afterAll(() => lanyard.close());

  const rules = { session_hours: 336, second_factor: "off", password: "on", mail_code: "on", mail_domains: [] };
  const save = async (change: object) => {
    const { rev } = (await admin.get("/1/api/login-rules")).data;
    return admin.put("/1/api/login-rules", { ...rules, ...change, rev });
  };
  const login = (code?: string) =>
    lanyard.anonymous.post("/1/dashboard/user/login", {
      email: "expert@demo.test",
      password: "Lanyard#2026",
      ...(code ? { code } : {}),
    });
  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.getTime() });
  const later = (seconds: number) => {
    clock = new Date(clock.getTime() + seconds * 1000);
  };

  test("belong to app admins, and a stale save is refused", async () => {
    const expert = await lanyard.as("expert");
    expect((await expert.get("/1/api/login-rules")).error.code).toBe("forbidden");

    expect((await save({ session_hours: 24 })).data).toMatchObject({
      session_hours: 24,
      rev: 1,
      members: 8,
      with_second_factor: 0,
    });
    expect((await admin.put("/1/api/login-rules", { ...rules, rev: 0 })).error.code).toBe("stale");
  });

  test("shorten the next session, even for another app of the same person", async () => {
    await save({ session_hours: 2 });
    const guest = await lanyard.as("owner", "harbour");
    later(3 * 3600);

    expect((await guest.get("/1/dashboard/application")).status).toBe(401);
    admin = await lanyard.as("app");
    await save({});
  });

  test("let only addresses of the allowed domains be invited", async () => {
    await save({ mail_domains: ["example.com"] });
    const invite = (email: string) => admin.post("/1/api/invite", { email, role_id: 300, allowed_containers: [-1] });

    expect((await invite("a@elsewhere.test")).error).toMatchObject({
      fields: { email: "This app takes addresses of example.com only" },
      reasons: { email: { text: "problem:said.mailDomain", values: { domains: "example.com" } } },
    });
    expect((await invite("a@Example.com")).status).toBe(201);
    await save({});
  });

  test("that require a second factor have it set up at the next log-in; a code is taken once", async () => {
    await save({ second_factor: "required" });

    const asked = await login();
    expect([asked.status, asked.error.code]).toEqual([401, "login.second_factor_setup"]);
    const { secret, uri } = asked.error.current as { secret: string; uri: string };
    expect(uri).toContain("otpauth://totp/lanyard:expert%40demo.test");
    expect((await login("000000")).error.code).toBe("login.second_factor_wrong");

    const code = codeOf(secret);
    expect((await login(code)).status).toBe(200);
    expect((await login(code)).error.code).toBe("login.second_factor_wrong");
    expect((await login()).error.code).toBe("login.second_factor");
    later(31);
    expect((await login(codeOf(secret))).status).toBe(200);
  });

  test("do not ask for a code after a wrong password: it would tell that the account is there", async () => {
    const wrong = await lanyard.anonymous.post("/1/dashboard/user/login", {
      email: "expert@demo.test",
      password: "guess",
      code: "123456",
    });

    expect(wrong.error.code).toBe("login.refused");
  });

  test("once required, no one-time password gets around the second factor", async () => {
    const { hashToken } = await import("../../../server/core/accounts/tokens.ts");
    const { quick, write } = lanyard.deps.database;
    const { id } = await quick
      .selectFrom("core_user")
      .select("id")
      .where("email", "=", "expert@demo.test")
      .executeTakeFirstOrThrow();
    const row = {
      user_id: id,
      token_hash: hashToken("long-enough-otp"),
      expires_at: "2999-01-01T00:00:00.000Z",
      used_at: null,
    };
    await write.insertInto("core_otp").values(row).execute();

    expect((await lanyard.anonymous.post("/1/dashboard/user/otp/verify", { otp: "long-enough-otp" })).error.code).toBe(
      "otp.refused",
    );
  });

  test("a lost phone: an administrator resets the factor, and it is set up anew", async () => {
    const members = (await admin.get("/1/api/member")).data as { id: number; email: string; second_factor: boolean }[];
    const expert = members.find(({ email }) => email === "expert@demo.test");
    expect(expert?.second_factor).toBe(true);

    const reset = await admin.post(`/1/api/member/${expert?.id}/second-factor/reset`);

    expect(reset.data).toMatchObject({ second_factor: false, open_sessions: 0 });
    expect((await login()).error.code).toBe("login.second_factor_setup");
  });
});
