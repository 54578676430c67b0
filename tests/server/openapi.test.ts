import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp } from "../support/app.ts";

describe("/openapi.json", () => {
  let lanyard: TestApp;
  beforeAll(async () => {
    lanyard = await app();
  });
  afterAll(() => lanyard.close());

  // biome-ignore lint/suspicious/noExplicitAny: the document is read as far as each test needs it
  const description = async (): Promise<any> => JSON.parse((await lanyard.server.inject("/openapi.json")).body);

  test("states the access of every operation", async () => {
    const { openapi, paths } = await description();

    expect(openapi).toBe("3.1.0");
    expect(paths["/1/dashboard/user/login"].post["x-access"]).toBe("public");
    const { "x-access": access } = paths["/1/api/container/{eventId}/thing/query"].post;
    expect(access.permissions).toContain("things");
  });

  test("writes lists of fixed places as JSON Schema 2020-12 does", async () => {
    const text = JSON.stringify(await description());

    expect(text).toContain("prefixItems");
    expect(text).not.toMatch(/"items":\[/);
  });
});
