// The server keeps every promise of its own description, for the strongest role and for a weak one: `lanyard api smoke` is content with it.
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiSmoke } from "../../cli/smoke/apiSmoke.ts";
import { app, type TestApp } from "../support/app.ts";

let lanyard: TestApp;
let baseUrl = "";
beforeAll(async () => {
  lanyard = await app();
  await lanyard.server.listen({ port: 0, host: "127.0.0.1" });
  baseUrl = `http://127.0.0.1:${(lanyard.server.server.address() as AddressInfo).port}`;
});
afterAll(() => lanyard.close());

async function tokenOf(who: string): Promise<string> {
  const reply = await fetch(`${baseUrl}/1/dashboard/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: `${who}@demo.test`, password: "Lanyard#2026" }),
  });
  return (await reply.json()).data.token;
}

test.each(["super", "matchmaker"])("%s finds nothing wrong", async (who) => {
  const token = await tokenOf(who);

  const { endpoints = [], findings, exit } = await apiSmoke({ baseUrl, token, concurrency: 4 });

  expect(findings.map(({ message }) => message)).toEqual([]);
  expect(endpoints.length).toBeGreaterThan(150);
  expect(exit).toBe(0);
});

test.each(["super", "matchmaker"])(
  "%s finds nothing wrong with what writes either, and carries nothing out",
  async (who) => {
    const token = await tokenOf(who);
    const before = await linesOfHistory();

    const { endpoints = [], extra, findings, exit } = await apiSmoke({ baseUrl, token, concurrency: 4, unsafe: true });

    expect(findings.map(({ message }) => message)).toEqual([]);
    expect(exit).toBe(0);
    expect(endpoints.length).toBeGreaterThan(400);
    expect(extra?.skipped).toMatchObject([{ path: "/1/api/login-provider" }, { path: "/1/dashboard/user/logout" }]);
    expect(await linesOfHistory()).toBe(before);
  },
);

/** Whatever is carried out leaves a line there. */
async function linesOfHistory(): Promise<number> {
  const { rows } = await sql<{ lines: number }>`select count(*) as lines from core_audit`.execute(
    lanyard.deps.database.write,
  );
  return Number(rows[0]?.lines);
}
