// What an API token is kept from, by whichever way it is tried.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";

describe("an API token", () => {
  let lanyard: TestApp;
  let chief: Asker;
  let history: string;
  let clock = new Date();
  beforeAll(async () => {
    lanyard = await app({ now: () => clock });
    chief = await lanyard.as("super");
    history = `/1/api/container/${lanyard.bigEventId}/history`;
  });
  afterAll(() => lanyard.close());

  const issue = async (scopes: string[], days: number) =>
    (await chief.post("/1/api/api-token", { name: "Program", scopes, allowed_containers: [-1], days })).data as {
      token: { id: number };
      secret: string;
    };
  const ask = (secret: string, method: string, path: string, body?: object) =>
    lanyard.anonymous.ask(method, path, body, { headers: { authorization: `Bearer ${secret}` } });

  test("that has expired stays so: renewing it brings a new secret and no life to the old one", async () => {
    const { token, secret } = await issue(["container:read"], 1);
    const start = clock;
    clock = new Date(start.getTime() + 25 * 3_600_000);
    chief = await lanyard.as("super");
    const rotate = () => chief.post(`/1/api/api-token/${token.id}/rotate`, { days: 2, grace_hours: 24 });
    const of = async (one: string) => (await ask(one, "GET", "/1/api/container")).status;
    const renewed = await rotate();

    expect(renewed.data.token).toMatchObject({ state: "expiring", previous_until: null });
    expect([await of(secret), await of(renewed.data.secret)]).toEqual([401, 200]);
    // A good secret is good beside the new one, and no longer than it was said to be when it was issued.
    clock = new Date(clock.getTime() + 40 * 3_600_000);
    chief = await lanyard.as("super");
    const again = await rotate();
    expect(again.data.token.previous_until).toBe(renewed.data.token.expires_at);
    expect([await of(renewed.data.secret), await of(again.data.secret)]).toEqual([200, 200]);
    clock = new Date(clock.getTime() + 9 * 3_600_000);
    expect([await of(renewed.data.secret), await of(again.data.secret)]).toEqual([401, 200]);
    clock = start;
    chief = await lanyard.as("super");
  });

  describe("that may take changes back", () => {
    const lastOf = async (type: string) => {
      const { data } = await chief.post(`${history}/query`, { everywhere: true });
      return data.rows.find((one: { object_type: string }) => one.object_type === type) as { id: number };
    };
    const memberOf = async () => {
      const { data } = await chief.get("/1/api/member");
      return data.find(({ email }: { email: string }) => email === "owner@demo.test");
    };

    test("takes no change of somebody's access back, as it may make none", async () => {
      const { secret } = await issue(["history:change"], 1);
      const { id, rev, allowed_containers, overrides } = await memberOf();
      await chief.patch(`/1/api/member/${id}`, { rev, role_id: 300, allowed_containers, overrides });
      const line = await lastOf("membership");

      const refused = await ask(secret, "POST", `${history}/${line.id}/revert`, {});
      expect([refused.status, refused.error?.code]).toEqual([403, "token_scope"]);
      expect((await memberOf()).role.id).toBe(300);
      expect((await chief.post(`${history}/${line.id}/revert`, {})).data.fields).toEqual(["role_id"]);
    });

    test("takes no change of the rules of logging in back", async () => {
      const { secret } = await issue(["history:change"], 1);
      const { members: _, with_second_factor: __, ...rules } = (await chief.get("/1/api/login-rules")).data;
      await chief.put("/1/api/login-rules", { ...rules, session_hours: 1 });
      const line = await lastOf("login");

      const refused = await ask(secret, "POST", `${history}/${line.id}/revert`, {});
      expect([refused.status, refused.error?.code]).toEqual([403, "token_scope"]);
      expect((await chief.post(`${history}/${line.id}/revert`, {})).data.fields).toEqual(["session_hours"]);
    });
  });
});
