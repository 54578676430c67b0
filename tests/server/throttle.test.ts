// Guessing is slowed down for all processes together, and never locks out somebody else.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noteSuccess, placeOf, withTry } from "../../server/core/accounts/throttle.ts";
import { app, type TestApp } from "../support/app.ts";

const AT = new Date("2026-03-02T09:00:00Z");
const later = (minutes: number) => new Date(AT.getTime() + minutes * 60_000);

describe("failed log-ins", () => {
  let lanyard: TestApp;
  beforeAll(async () => {
    lanyard = await app();
  });
  afterAll(() => lanyard.close());

  const db = () => lanyard.deps.database.write;
  const noteFailure = (email: string, address: string, now = AT) =>
    withTry({ db: db(), email, address, now }, async (failed) => failed());
  const may = (email: string, address: string, now = AT, of = db()) =>
    withTry({ db: of, email, address, now }, async () => true).catch((error) => {
      expect(error).toMatchObject({ code: "throttled" });
      return false;
    });
  const fail = async (times: number, email: string, address: string | ((turn: number) => string)) => {
    for (let turn = 0; turn < times; turn++) {
      await noteFailure(email, typeof address === "string" ? address : address(turn));
    }
  };

  test("close an account for one address after ten, for a quarter of an hour, and not for another address", async () => {
    await fail(9, "a@x.test", "198.51.100.1");
    expect(await may("a@x.test", "198.51.100.1")).toBe(true);
    await fail(1, "a@x.test", "198.51.100.1");

    expect(await may("a@x.test", "198.51.100.1")).toBe(false);
    expect(await may("a@x.test", "198.51.100.2")).toBe(true);
    expect(await may("a@x.test", "198.51.100.1", later(16))).toBe(true);
  });

  test("from everywhere close an account for strangers, never for an address that is known to be the person's", async () => {
    await noteSuccess(db(), "b@x.test", "203.0.113.7", AT);
    await fail(50, "b@x.test", (turn) => `198.18.0.${turn}`);

    expect(await may("b@x.test", "192.0.2.200")).toBe(false);
    expect(await may("b@x.test", "203.0.113.7")).toBe(true);
  });

  test("over many accounts close the address", async () => {
    for (let turn = 0; turn < 100; turn++) await noteFailure(`person${turn}@x.test`, "192.0.2.9");

    expect(await may("somebody@x.test", "192.0.2.9")).toBe(false);
    expect(await may("somebody@x.test", "192.0.2.10")).toBe(true);
  });

  test("are forgotten by a success, and told at once to another process", async () => {
    await fail(10, "c@x.test", "192.0.2.77");
    const { openDatabase } = await import("../../server/db/open.ts");
    const another = await openDatabase(lanyard.deps.config.databaseUrl, { readers: 0 });
    expect(await may("c@x.test", "192.0.2.77", AT, another.write)).toBe(false);
    await noteSuccess(another.write, "c@x.test", "192.0.2.77", AT);
    await another.close();

    expect(await may("c@x.test", "192.0.2.77")).toBe(true);
  });

  test("are kept without address or account in the open, and not for ever", async () => {
    await noteFailure("d@x.test", "192.0.2.5", later(200 * 24 * 60));
    const rows = await db().selectFrom("core_login_mark").selectAll().execute();

    expect(JSON.stringify(rows)).not.toMatch(/x\.test|192\.0/);
    expect(rows).toHaveLength(3);
  });

  test("of one IPv6 customer count together", () => {
    expect(placeOf("2001:db8:1:2:aaaa::1")).toBe(placeOf("2001:0db8:1:2::ffff"));
    expect(placeOf("2001:db8:1:2::1")).not.toBe(placeOf("2001:db8:1:3::1"));
    expect(placeOf("::ffff:192.0.2.1")).toBe("192.0.2.1");
  });

  test("that happen at the same moment are all counted", async () => {
    await Promise.all(Array.from({ length: 10 }, () => noteFailure("e@x.test", "192.0.2.88")));

    expect(await may("e@x.test", "192.0.2.88")).toBe(false);
  });

  test("that are sent at the same moment are let through ten times, and no oftener", async () => {
    const guess = () =>
      lanyard.server.inject({
        method: "POST",
        url: "/1/dashboard/user/login",
        payload: { email: "owner@demo.test", password: "Wrong#2026" },
      });
    const codes = (await Promise.all(Array.from({ length: 30 }, guess))).map((reply) => reply.json().error.code);

    expect(codes.filter((code) => code === "login.refused")).toHaveLength(10);
    expect(codes.filter((code) => code === "throttled")).toHaveLength(20);
  });

  test("are not counted where they were right, however many come at once", async () => {
    const guess = () =>
      withTry({ db: db(), email: "f@x.test", address: "192.0.2.99", now: AT }, async () => "in" as const);
    for (let turn = 0; turn < 3; turn++) {
      expect(await Promise.all(Array.from({ length: 8 }, guess))).toEqual(Array(8).fill("in"));
    }

    await fail(9, "f@x.test", "192.0.2.99");
    expect(await may("f@x.test", "192.0.2.99")).toBe(true);
  });
});
