import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp } from "../support/app.ts";

describe("a full disk", () => {
  let lanyard: TestApp;
  beforeAll(async () => {
    lanyard = await app({ database: "sqlite" });
  });
  afterAll(() => lanyard.close());

  test("refuses what it cannot keep with one sentence, keeps what it has, and goes on when there is room", async () => {
    const owner = await lanyard.as("owner");
    const login = () =>
      lanyard.anonymous.post("/1/dashboard/user/login", { email: "owner@demo.test", password: "Lanyard#2026" });
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(lanyard.deps.database.write);
    const full = sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`);
    await full.execute(lanyard.deps.database.write);

    let refused = await login();
    // The last page has room for a few more sessions.
    for (let tries = 0; refused.status === 200 && tries < 200; tries++) refused = await login();

    expect(refused.status).toBe(503);
    expect(refused.error.message).toContain("disk");
    expect((await owner.get("/1/dashboard/application")).status).toBe(200);

    await sql`pragma max_page_count = 1000000`.execute(lanyard.deps.database.write);
    expect((await login()).status).toBe(200);
  });
});
