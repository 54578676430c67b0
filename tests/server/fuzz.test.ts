// Whatever is sent: a reply or a problem with a code, never a failure of the server's own.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Operation, operationsOf } from "../../cli/smoke/operations.ts";
import { type Asker, app, type TestApp } from "../support/app.ts";
import { type RandomRequest, requestTo } from "../support/requests.ts";

/** LANYARD_REQUESTS=10000 makes the long run. */
const REQUESTS = Number(process.env["LANYARD_REQUESTS"] ?? 1000);
/** These end the session that the others are asked with. */
const ENDS_SESSION = ["logout", "saveProfile"];

/** Each asks a server of its own: whoever may do everything may also shut the others out. */
describe.each(["super", "matchmaker"] as const)(
  "requests made at random from the description of the API by %s",
  (role) => {
    let lanyard: TestApp;
    let operations: Operation[] = [];
    let ids: Record<string, number[]> = {};
    beforeAll(async () => {
      lanyard = await app();
      const description = await lanyard.anonymous.get("/openapi.json");
      operations = operationsOf(description.response.json()).filter(({ name }) => !ENDS_SESSION.includes(name));
      ids = await rowsThatAreThere();
    });
    afterAll(() => lanyard.close());

    async function rowsThatAreThere(): Promise<Record<string, number[]>> {
      const chief = await lanyard.as("super");
      const eventId = lanyard.bigEventId;
      const { data } = await chief.get(`/1/api/container/${eventId}/type-category`);
      const typeId = data[0].types[0].id as number;
      const made = await chief.post(`/1/api/container/${eventId}/thing`, {
        type_id: typeId,
        first_name: "Ada",
        last_name: "Byron",
      });
      const people = Array.from({ length: 20 }, (_, at) => at + 1);
      return {
        eventId: Object.values(lanyard.events),
        appId: Object.values(lanyard.apps),
        thingId: [made.data.id, ...people],
        typeId: data.flatMap((one: { types: { id: number }[] }) => one.types.map(({ id }) => id)),
        sessionId: people,
        memberId: people,
        jobId: people,
        lineId: people,
        userId: [chief.userId, ...people],
      };
    }

    async function answered(asker: Asker, { operation, path, body }: RandomRequest) {
      const isFile = operation.method !== "GET" && operation.bodySchema === undefined;
      return isFile && operation.method === "POST"
        ? asker.ask(operation.method, path, Buffer.from(JSON.stringify(body ?? "x")), {
            headers: { "content-type": "application/octet-stream" },
          })
        : asker.ask(operation.method, path, body as object | undefined);
    }

    test(
      `are all answered with a reply or a problem, ${REQUESTS / 2} of them`,
      async () => {
        const told: string[] = [];
        let asker = await lanyard.as(role);
        const wrong: string[] = [];

        await fc.assert(
          fc.asyncProperty(requestTo(operations, ids), async (request) => {
            const { status, error, response } = await answered(asker, request);
            told.push(`${request.operation.name} ${status}`);
            const isProblem = status >= 400 && typeof error?.code === "string" && error.message.length > 0;
            if (status >= 500 || (status >= 400 && !isProblem)) {
              wrong.push(
                `${request.operation.method} ${request.path} ${JSON.stringify(request.body)} → ${response.body}`,
              );
            }
            if (status === 401 && request.operation.access !== "public") asker = await lanyard.as(role);
          }),
          { numRuns: Math.ceil(REQUESTS / 2), endOnFailure: true },
        );

        expect(wrong).toEqual([]);
        expect(told.filter((line) => / 2\d\d$/.test(line)).length).toBeGreaterThan(REQUESTS / 40);
      },
      60_000 + REQUESTS * 60,
    );
  },
);
