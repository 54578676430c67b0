import { describe, expect, test } from "vitest";
import { readConfig } from "../../server/config.ts";

describe("settings", () => {
  test("have the defaults of a fresh clone", () => {
    expect(readConfig({})).toMatchObject({
      port: 4310,
      host: "127.0.0.1",
      databaseUrl: "sqlite:data/lanyard.db",
      environment: "production",
      demo: true,
    });
  });

  test.each([
    ["PORT", "eighty", "whole number"],
    ["PORT", "70000", "65535"],
    ["DATABASE_URL", "mysql://x", "sqlite:PATH"],
    ["DATABASE_URL", "postgres://lanyard:pa#ss@db/lanyard", "%23"],
    ["DATABASE_URL", "postgres://lanyard:12#34@db/lanyard", "%23"],
    ["DATABASE_URL", "postgres://lanyard:12/34@db/lanyard", "%2F"],
    ["DATABASE_URL", "postgres://lanyard:12?34@db/lanyard", "%3F"],
    ["ENVIRONMENT", "prod", "production, staging, development"],
    ["DEMO", "yes", "0, 1"],
    ["SENTRY_DSN", "not an address", "https:"],
    ["OLD_DASHBOARD_URL", "javascript:alert(1)", "https:"],
    ["SMTP_URL", "https://mail", "smtp:"],
    ["PRODUCT_NAME", "<b>", "letters"],
    ["TRUSTED_PROXIES", "loopback, my-balancer", "10.0.0.0/8"],
    ["TRUSTED_PROXIES", "10.0.0.0/33", "10.0.0.0/8"],
    ["LEAKED_PASSWORDS", "/nowhere/hashes.txt", "cannot be read"],
    ["LEAKED_PASSWORDS", "package.json", "SHA-1"],
  ])("%s=%s stops the start with one sentence that names it", (name, value, hint) => {
    const read = () => readConfig({ [name]: value });

    expect(read).toThrow(name);
    expect(read).toThrow(hint);
  });

  test("the proxies whose word counts are this machine's unless told", () => {
    expect(readConfig({}).trustedProxies).toEqual(["loopback"]);
    expect(readConfig({ TRUSTED_PROXIES: "10.0.0.0/8, 2001:db8::1" }).trustedProxies).toEqual([
      "10.0.0.0/8",
      "2001:db8::1",
    ]);
    expect(readConfig({ TRUSTED_PROXIES: " " }).trustedProxies).toEqual([]);
  });

  test("the grid's licence key reaches the browser's settings", () => {
    expect(readConfig({ AG_GRID_LICENSE_KEY: "key" }).browser.gridLicenseKey).toBe("key");
  });

  test("never print a password that stands in an address", () => {
    const read = () => readConfig({ DATABASE_URL: "mysql://root:hunter2@db/x" });

    expect(read).toThrow("mysql://***@db/x");
    expect(read).not.toThrow("hunter2");
    expect(() => readConfig({ DATABASE_URL: "postgres://root:hun#ter/2@db/x" })).toThrow('"postgres://***@db/x"');
  });

  test.each([
    "postgres://lanyard@/lanyard?host=/run/postgresql",
    "postgresql:///lanyard",
    "postgres://a:p%23ss@db:5433/x",
    "postgres://db:5433/x?user=a@example.org",
  ])("take the address %s", (address) => expect(readConfig({ DATABASE_URL: address }).databaseUrl).toBe(address));

  test("that the browser may know hold no secret", () => {
    const { browser } = readConfig({ DATABASE_URL: "postgres://a:secret@db/x", SMTP_URL: "smtp://a:secret@mail" });

    expect(JSON.stringify(browser)).not.toContain("secret");
  });
});
