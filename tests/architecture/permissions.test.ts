// Every endpoint of every area × every named role: allowed or forbidden, as its contract says. Asked of the running app.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessCondition, isAllowed } from "#schemas/access.ts";
import { ROLES } from "#schemas/scalars.ts";
import { type Operation, operationsOf, sampleOf } from "../../cli/smoke/operations.ts";
import { type Asker, app, type RoleName, type TestApp } from "../support/app.ts";

/** These end or replace the session that asks. */
const endsSession = new Set(["logout"]);
const NO_SUCH_ID = 999_999_999;
/** Each kind of import has a right of its own, which its area asks for; that of profiles is the widest. */
const CHOSEN: Record<string, unknown> = { kind: "thing" };

let lanyard: TestApp;
let operations: Operation[] = [];
const askers = new Map<RoleName, Asker>();
beforeAll(async () => {
  lanyard = await app();
  const description = await lanyard.anonymous.get("/openapi.json");
  operations = operationsOf(description.response.json());
  for (const role of ROLES) askers.set(role.name, await lanyard.as(role.name));
});
afterAll(() => lanyard.close());

/** The address with the app and an event that are there, and ids of rows that are not. */
function addressOf(operation: Operation): string {
  const ids: Record<string, number> = { appId: lanyard.apps.northwind, eventId: lanyard.bigEventId };
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? NO_SUCH_ID));
  const query = operation.parameters.filter((one) => one.in === "query" && one.required);
  const words = query.map(
    (one) => `${one.name}=${encodeURIComponent(String(CHOSEN[one.name] ?? sampleOf(one.schema)))}`,
  );
  return words.length > 0 ? `${path}?${words.join("&")}` : path;
}

describe("the permission table", () => {
  test("there are endpoints to ask", () => {
    expect(operations.length).toBeGreaterThan(10);
  });

  test.each(ROLES)(
    "the role $name is let in where its role and permissions say so, and refused elsewhere",
    async ({ name, id }) => {
      const asker = askers.get(name) as Asker;
      const { data: permissions } = await asker.get("/1/api/permission");
      const wrong: string[] = [];

      for (const operation of operations) {
        if (operation.access === "public" || endsSession.has(operation.name)) continue;
        const allowed = isAllowed(accessCondition(operation.access), { accessRole: id, permissions }) === true;
        const { status, error } = await asker.ask(operation.method, addressOf(operation));
        const refused = status === 403 && error.code === "forbidden";
        if (refused === allowed || status >= 500)
          wrong.push(`${operation.method} ${operation.path} answered ${status} ${error?.code ?? ""}`);
      }

      expect(wrong).toEqual([]);
    },
  );

  test("nobody who is not logged in gets past an endpoint that is not public", async () => {
    const open: string[] = [];

    for (const operation of operations) {
      if (operation.access === "public") continue;
      const { status } = await lanyard.anonymous.ask(operation.method, addressOf(operation));
      if (status !== 401) open.push(`${operation.method} ${operation.path} answered ${status}`);
    }

    expect(open).toEqual([]);
  });

  test("an application token is asked for wherever an address belongs to an app", async () => {
    const asker = askers.get("super") as Asker;
    const headers = { "x-dashboard-authorization": asker.headers["x-dashboard-authorization"] ?? "" };
    const open: string[] = [];

    for (const operation of operations.filter((one) => one.access !== "public" && one.path.startsWith("/1/api/"))) {
      const { response } = await lanyard.anonymous.ask(operation.method, addressOf(operation), undefined, { headers });
      if (response.statusCode !== 403 || response.json().error.code !== "app_token")
        open.push(`${operation.method} ${operation.path}`);
    }

    expect(open).toEqual([]);
  });
});
