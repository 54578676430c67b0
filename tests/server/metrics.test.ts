import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp } from "../support/app.ts";

describe("/metrics", () => {
  let lanyard: TestApp;
  beforeAll(async () => {
    lanyard = await app({ env: { METRICS_TOKEN: "scraper" } });
  });
  afterAll(() => lanyard.close());

  const read = (headers: Record<string, string> = {}) =>
    lanyard.server.inject({ method: "GET", url: "/metrics", headers });

  test("tells how long requests took, by route and not by address", async () => {
    const owner = await lanyard.as("owner");
    await owner.get(`/1/api/container/${lanyard.bigEventId}`);

    const { statusCode, body, headers } = await read({ authorization: "Bearer scraper" });

    expect(statusCode).toBe(200);
    expect(headers["content-type"]).toContain("text/plain");
    expect(body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/1\/api\/container\/:eventId",status="200"\} 1/,
    );
    expect(body).toContain("process_resident_memory_bytes");
    expect(body).toContain('lanyard_letters{state="failed"} 0');
    expect(body).not.toContain(`container/${lanyard.bigEventId}"`);
  });

  test("does not exist for whoever lacks the token", async () => {
    expect((await read()).statusCode).toBe(404);
    expect((await read({ authorization: "Bearer guess" })).statusCode).toBe(404);
  });

  test("without a token is for this machine only", async () => {
    const open = await app();
    const here = await open.server.inject({ method: "GET", url: "/metrics" });
    const elsewhere = await open.server.inject({ method: "GET", url: "/metrics", remoteAddress: "203.0.113.9" });

    expect([here.statusCode, elsewhere.statusCode]).toEqual([200, 404]);
    await open.close();
  });
});
