import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp } from "../support/app.ts";

const PASSWORD = "Lanyard#2026";

describe("log-in", () => {
  let lanyard: TestApp;
  let clock = new Date("2026-03-02T09:00:00Z");
  beforeAll(async () => {
    lanyard = await app({ now: () => clock });
  });
  afterAll(() => lanyard.close());

  const login = (email: string, password: string) =>
    lanyard.anonymous.post("/1/dashboard/user/login", { email, password });

  test("answers a token and the person, whatever the case of the address", async () => {
    const { status, data } = await login("Owner@Demo.test", PASSWORD);

    expect(status).toBe(200);
    expect(data.user).toMatchObject({ first_name: "Oliver", user_email: "owner@demo.test" });
    expect(Buffer.from(data.token, "base64url")).toHaveLength(32);
  });

  test("refuses a wrong password and an unknown account with the same words", async () => {
    const wrong = await login("owner@demo.test", "not this one");
    const unknown = await login("nobody@demo.test", "not this one");

    expect(wrong.status).toBe(401);
    expect({ ...unknown.error, requestId: "" }).toEqual({ ...wrong.error, requestId: "" });
  });

  test("keeps tokens only as hashes", async () => {
    const { data } = await login("expert@demo.test", PASSWORD);
    const rows = await lanyard.deps.database.quick.selectFrom("core_session").select("token_hash").execute();

    expect(JSON.stringify(rows)).not.toContain(data.token);
  });

  test("is throttled for one account from one address after ten failures, and for nobody else", async () => {
    for (let tries = 0; tries < 10; tries++) await login("partner@demo.test", "guess");

    expect((await login("partner@demo.test", PASSWORD)).error.code).toBe("throttled");
    expect((await login("super@demo.test", PASSWORD)).status).toBe(200);

    clock = new Date(clock.getTime() + 16 * 60_000);
    expect((await login("partner@demo.test", PASSWORD)).status).toBe(200);
  });

  test("a token is good for its own person only", async () => {
    const owner = await lanyard.as("owner");
    const expert = await lanyard.as("expert");

    expect((await owner.get(`/1/dashboard/user/${owner.userId}/token`)).data.valid).toBe(true);
    expect((await owner.get(`/1/dashboard/user/${expert.userId}/token`)).status).toBe(401);
  });

  test("logout of this device ends this session; of every device, all of the person's", async () => {
    const [first, second, third] = [await lanyard.as("owner"), await lanyard.as("owner"), await lanyard.as("owner")];

    await first.post("/1/dashboard/user/logout", { type: 1 });
    expect((await first.get("/1/dashboard/application")).status).toBe(401);
    expect((await second.get("/1/dashboard/application")).status).toBe(200);

    await second.post("/1/dashboard/user/logout", { type: 2 });
    expect((await third.get("/1/dashboard/application")).status).toBe(401);
  });

  test("a session ends by itself after two weeks", async () => {
    const owner = await lanyard.as("owner");
    clock = new Date(clock.getTime() + 15 * 24 * 3_600_000);

    expect((await owner.get("/1/dashboard/application")).error.code).toBe("unauthenticated");
  });
});

describe("a one-time password", () => {
  let lanyard: TestApp;
  beforeAll(async () => {
    lanyard = await app();
  });
  afterAll(() => lanyard.close());

  test("logs in once and never again", async () => {
    const { hashToken } = await import("../../server/core/accounts/tokens.ts");
    const otp = "one-time-and-long-enough";
    await lanyard.deps.database.write
      .insertInto("core_otp")
      .values({ user_id: 1, token_hash: hashToken(otp), expires_at: "2999-01-01T00:00:00.000Z", used_at: null })
      .execute();

    const [first, second] = [
      await lanyard.anonymous.post("/1/dashboard/user/otp/verify", { otp }),
      await lanyard.anonymous.post("/1/dashboard/user/otp/verify", { otp }),
    ];

    expect(first.data.user.user_email).toBe("super@demo.test");
    expect(second.error.code).toBe("otp.refused");
  });
});
