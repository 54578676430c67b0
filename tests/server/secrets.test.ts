// What must never be told: secrets and personal data in the log, and by the time of an answer whether an account is there.
import { Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildApp } from "../../server/app.ts";
import { loggerFor } from "../../server/logger.ts";
import { app, type TestApp } from "../support/app.ts";

const PASSWORD = "Lanyard#2026";

describe("the log", () => {
  let lanyard: TestApp;
  beforeAll(async () => {
    lanyard = await app();
  });
  afterAll(() => lanyard.close());

  test("names the request, and holds no password, token, e-mail address or query", async () => {
    const lines: string[] = [];
    const stream = new Writable({
      write: (chunk, _, done) => {
        lines.push(String(chunk));
        done();
      },
    });
    const server = await buildApp(lanyard.deps, {
      plugins: lanyard.plugins,
      logger: { ...loggerFor("trace"), stream },
    });
    const ask = (method: "GET" | "POST", url: string, payload?: object, headers: Record<string, string> = {}) =>
      server.inject({ method, url, headers, ...(payload ? { payload } : {}) });

    const login = await ask("POST", "/1/dashboard/user/login", { email: "owner@demo.test", password: PASSWORD });
    const { token } = login.json().data;
    await ask("GET", "/1/dashboard/application?secret=in-the-query", undefined, { "x-dashboard-authorization": token });
    await ask("POST", "/1/dashboard/user/otp/verify", { otp: "otp-in-the-body" });
    await ask("POST", "/1/dashboard/user/login", { email: "person@private.test", password: "guessed-password" });
    await ask("GET", "/1/dashboard/invite/reference-of-an-invitation");
    server.log.info({ password: "p1", user: { token: "t1", otp: "o1" } }, "redacted");
    await server.close();

    const log = lines.join("");
    expect(log).toContain("/1/dashboard/user/login");
    for (const secret of [
      PASSWORD,
      token,
      "owner@demo.test",
      "person@private.test",
      "guessed-password",
      "in-the-query",
      "reference-of-an-invitation",
      "otp-in-the-body",
      '"p1"',
      '"t1"',
      '"o1"',
    ]) {
      expect(log).not.toContain(secret);
    }
  });
});

describe("a refused log-in", () => {
  test("takes as long for an unknown account as for a wrong password", async () => {
    const { isPassword, hashPassword } = await import("../../server/core/accounts/passwords.ts");
    const kept = await hashPassword(PASSWORD);
    const timeOf = async (hash: string | undefined) => {
      const start = performance.now();
      await isPassword(hash, "a guess");
      return performance.now() - start;
    };
    await timeOf(undefined);
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 15; round++) {
      known.push(await timeOf(kept));
      unknown.push(await timeOf(undefined));
    }

    // The least of each: whatever else the machine does only adds to it.
    const ratio = Math.min(...known) / Math.min(...unknown);
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.7);
  });
});

describe("every reply", () => {
  let lanyard: TestApp;
  beforeAll(async () => {
    lanyard = await app();
  });
  afterAll(() => lanyard.close());

  test("carries a content security policy without unsafe scripts, and the usual headers", async () => {
    const { headers } = await lanyard.server.inject({ method: "GET", url: "/health" });
    const policy = String(headers["content-security-policy"]);

    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain("trusted-types default");
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
    });
  });
});
