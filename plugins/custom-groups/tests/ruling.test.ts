// What decides before the rules of data types asks for what these ask for: whom the members of a group see, and which group decides.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, type Place } from "../../../tests/support/place.ts";
import type { Member } from "../../admin-access/contract.ts";
import type { Group, Priority } from "../contract.ts";

describe.each(testDatabases)("what groups decide before the rules of data types on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let expert: Asker;
  let base: string;
  const LOCKED = "custom-groups.rules_locked";
  const create = async (asker: Asker, draft: object) => asker.post(base, { mode: "manual", ...draft });
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    expert = await server.as("expert");
    base = `${place.path}/custom-group`;
  });
  afterAll(() => server.close());

  test("a matchmaker makes groups, renames and removes them, and decides nothing that takes an expert", async () => {
    const { asker } = place;
    const plain = (await create(asker, { name: "Plain" })).data as Group;
    const saying = (await create(expert, { name: "Saying", see: [plain.id] })).data as Group;
    const path = `${base}/${saying.id}`;

    const made = await create(asker, { name: "Opened wide", see: [plain.id] });
    const renamed = await asker.patch(path, { rev: 1, name: "Said", see: [plain.id], recommend: null });
    const changes = [{ see: null }, { see: [] }, { recommend: [plain.id] }];
    const changed = await Promise.all(changes.map((change) => asker.patch(path, { rev: 2, ...change })));
    const removed = await asker.remove(`${path}?rev=2`);
    const priority = (await asker.get(`${base}/priority`)).data as Priority;
    const chosen = await asker.put(`${base}/priority`, { rev: priority.rev, rule: "highest" });

    expect([made.status, made.error.code, made.error.fields]).toMatchObject([403, LOCKED, { see: expect.anything() }]);
    expect([renamed.status, renamed.data.see]).toEqual([200, [plain.id]]);
    expect(changed.map(({ error }) => error.code)).toEqual([LOCKED, LOCKED, LOCKED]);
    expect([removed.error.code, chosen.status]).toEqual([LOCKED, 403]);
    expect((await asker.remove(`${base}/${plain.id}?rev=1`)).status).toBe(200);
    // What named the group that is gone is not changed by whoever saves something else.
    expect((await asker.patch(path, { rev: 2, name: "Said again" })).status).toBe(200);
    expect((await expert.remove(`${path}?rev=3`)).status).toBe(200);
  });

  test("an expert decides it only with the permission that the rules ask for", async () => {
    const chief = await server.as("super");
    const grant = async (overrides: Record<string, boolean>) => {
      const { id, rev, role, allowed_containers } = ((await chief.get("/1/api/member")).data as Member[]).find(
        ({ email }) => email === "expert@demo.test",
      ) as Member;
      const change = { rev, role_id: role.id, allowed_containers, overrides };
      expect((await chief.patch(`/1/api/member/${id}`, change)).status).toBe(200);
    };
    await grant({ containers: false });

    const refused = await create(expert, { name: "Without", see: [] });
    const priority = (await expert.get(`${base}/priority`)).data as Priority;
    const chosen = await expert.put(`${base}/priority`, { rev: priority.rev, rule: "highest" });
    await grant({});
    const made = await create(expert, { name: "With", see: [] });

    expect([refused.error?.code, chosen.status, made.status]).toEqual([LOCKED, 403, 201]);
  });
});
