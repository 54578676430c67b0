// Endpoint × role × app × event, asked of the running app: what belongs to another app or event answers as what does not exist.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROLES } from "#schemas/scalars.ts";
import { type Operation, operationsOf, sampleOf } from "../../cli/smoke/operations.ts";
import { type Asker, app, type RoleName, type TestApp } from "../support/app.ts";

const NONE = 999_999_999;

describe("the table endpoint × role × app × event", () => {
  let lanyard: TestApp;
  let operations: Operation[] = [];
  let ofNorthwind: Record<string, number> = {};
  beforeAll(async () => {
    lanyard = await app();
    const description = await lanyard.anonymous.get("/openapi.json");
    operations = operationsOf(description.response.json()).filter(({ access }) => access !== "public");
    ofNorthwind = await rowsOfNorthwind();
  });
  afterAll(() => lanyard.close());

  /** Rows that are there, in the other app. */
  async function rowsOfNorthwind(): Promise<Record<string, number>> {
    const chief = await lanyard.as("super");
    const event = `/1/api/container/${lanyard.bigEventId}`;
    const types = await chief.get(`${event}/type-category`);
    const thing = await chief.post(`${event}/thing`, {
      type_id: types.data[0].types[0].id,
      first_name: "Ada",
      last_name: "Byron",
    });
    const times = { start: "2026-03-02T09:00:00.000Z", end: "2026-03-02T10:00:00.000Z" };
    const session = await chief.post(`${event}/session`, {
      title: "Opening",
      ...times,
      stage_id: null,
      track_id: null,
    });
    const draft = { name: "x", scopes: ["thing:read"], allowed_containers: [-1], days: 1 };
    const token = await chief.post("/1/api/api-token", draft);
    const invite = await chief.post("/1/api/invite", {
      email: "new@demo.test",
      role_id: 300,
      allowed_containers: [-1],
    });
    const member = await chief.get("/1/api/member");
    const history = await chief.post(`${event}/history/query`, {});
    const job = await chief.post(`${event}/history/export`, {});
    return {
      thingId: thing.data.id,
      sessionId: session.data.id,
      tokenId: token.data.token.id,
      inviteId: invite.data.invite.id,
      memberId: member.data[0].id,
      lineId: history.data.rows[0].id,
      jobId: job.data.job.id,
    };
  }

  /** What an operation answers, but for what names the request. */
  async function told(asker: Asker, operation: Operation, ids: Record<string, number>) {
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? NONE));
    const query = operation.parameters
      .filter((one) => one.in === "query" && one.required)
      .map((one) => `${one.name}=${encodeURIComponent(String(sampleOf(one.schema)))}`);
    const body = operation.bodySchema && (sampleOf(operation.bodySchema) as object);
    const { status, error } = await asker.ask(
      operation.method,
      query.length ? `${path}?${query.join("&")}` : path,
      body,
    );
    return { status, code: error?.code, message: error?.message };
  }

  test.each(ROLES)(
    "the role $name cannot tell an event of another app, or one that is not allowed, from none",
    async ({ name }) => {
      const guest = await lanyard.as(name as RoleName, "harbour");
      const foreign = [lanyard.bigEventId, lanyard.events["Harbour Board Retreat"] as number];
      const wrong: string[] = [];

      for (const operation of operations.filter(({ path }) => path.includes("{eventId}"))) {
        const none = await told(guest, operation, { eventId: NONE });
        if (none.status < 400 || none.status >= 500)
          wrong.push(`${operation.method} ${operation.path} answered ${none.status}`);
        for (const eventId of foreign) {
          const answer = await told(guest, operation, { eventId });
          if (JSON.stringify(answer) !== JSON.stringify(none))
            wrong.push(`${operation.method} ${operation.path} tells ${JSON.stringify(answer)}`);
        }
      }

      expect(wrong).toEqual([]);
    },
  );

  test.each(ROLES)("the role $name cannot tell a row of another app from none", async ({ name }) => {
    const guest = await lanyard.as(name as RoleName, "harbour");
    const events = await guest.get("/1/api/container");
    const eventId = events.data[0].id as number;
    const wrong: string[] = [];

    for (const operation of operations) {
      const named = Object.keys(ofNorthwind).filter((parameter) => operation.path.includes(`{${parameter}}`));
      // One's own devices are told by the same word as an agenda's sessions.
      if (named.length === 0 || operation.path.startsWith("/1/dashboard/")) continue;
      const none = await told(guest, operation, { eventId });
      const answer = await told(guest, operation, { ...ofNorthwind, eventId });
      if (JSON.stringify(answer) !== JSON.stringify(none) || answer.status < 400) {
        wrong.push(`${operation.method} ${operation.path} tells ${JSON.stringify(answer)} and ${JSON.stringify(none)}`);
      }
    }

    expect(wrong).toEqual([]);
  });

  test("nothing that was asked has changed anything of the other app", async () => {
    const chief = await lanyard.as("super");
    const thing = await chief.get(`/1/api/container/${lanyard.bigEventId}/thing/${ofNorthwind.thingId}`);
    const tokens = await chief.get("/1/api/api-token");

    expect(thing.data).toMatchObject({ last_name: "Byron", rev: 1 });
    expect(tokens.data[0].state).toBe("expiring");
  });
});
