// The server keeps every promise of its own description, for the strongest role and for a weak one: `lanyard api smoke` is content with it.
import type { AddressInfo } from "node:net";
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

test.each(["super", "matchmaker"])("%s finds nothing wrong", async (who) => {
  const reply = await fetch(`${baseUrl}/1/dashboard/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: `${who}@demo.test`, password: "Lanyard#2026" }),
  });
  const { token } = (await reply.json()).data;

  const { endpoints = [], findings, exit } = await apiSmoke({ baseUrl, token, concurrency: 4 });

  expect(findings.map(({ message }) => message)).toEqual([]);
  expect(endpoints.length).toBeGreaterThan(150);
  expect(exit).toBe(0);
});
