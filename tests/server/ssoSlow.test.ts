// Single sign-on with a provider that does not answer in time.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp } from "../support/app.ts";
import { startCrook } from "../support/provider.ts";
import { secretOfBrowser, setUp, trial, usual } from "../support/sso.ts";

describe("with a provider that takes its time", () => {
  let lanyard: TestApp;
  let crook: Awaited<ReturnType<typeof startCrook>>;
  beforeAll(async () => {
    const env = { ALLOW_PRIVATE_ADDRESSES: "1", PUBLIC_URL: "https://dashboard.test", OUTGOING_TIMEOUT: "1" };
    lanyard = await app({ env });
    crook = await startCrook();
    await setUp(await lanyard.as("super"), crook, { unknown: "admit" });
  });
  afterAll(async () => {
    await crook.close();
    await lanyard.close();
  });

  test.each([false, true])("a log-in ends with one clear sentence when it hangs (dripping: %s)", async (drips) => {
    const binding = secretOfBrowser();
    const body = { email: "person@sso.test", binding };
    const started = await lanyard.anonymous.post("/1/dashboard/user/login/sso/start", body);
    const answer = await crook.visit(started.data.url);
    crook.lie({ hang: { at: "/token", drips } });

    const { status, error } = await lanyard.anonymous.post("/1/dashboard/user/login/sso", { answer, binding });
    crook.lie({});

    expect([status, error.code]).toEqual([502, "login.sso_unreachable"]);
  });

  test("one that hangs when it is asked what it is like can be asked again later", async () => {
    const fresh = await startCrook();
    const chief = await lanyard.as("super", "harbour");
    fresh.lie({ hang: { at: "/.well-known", drips: true } });
    const draft = { ...usual, domains: ["late.test"], issuer: fresh.issuer, rev: 0 };
    await chief.put("/1/api/login-provider", draft);

    expect((await trial(chief, fresh)).error.code).toBe("login.sso_unreachable");
    fresh.lie({});
    expect((await trial(chief, fresh)).status).toBe(200);
    await fresh.close();
  });
});
