import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import type { Member } from "../contract.ts";

describe("access to the app", () => {
  let lanyard: TestApp;
  let chief: Asker;
  let admin: Asker;
  beforeAll(async () => {
    lanyard = await app();
    chief = await lanyard.as("super");
    admin = await lanyard.as("app");
  });
  afterAll(() => lanyard.close());

  const members = async (asker: Asker): Promise<Member[]> => (await asker.get("/1/api/member")).data;
  const member = async (name: string, asker = chief) =>
    (await members(asker)).find(({ email }) => email === `${name}@demo.test`) as Member;
  const save = (asker: Asker, { id, rev, role, allowed_containers, overrides }: Member, change: object) =>
    asker.patch(`/1/api/member/${id}`, { rev, role_id: role.id, allowed_containers, overrides, ...change });

  test("is listed with roles, events and sessions, and with what the asker may manage", async () => {
    const all = await members(admin);

    expect(all).toHaveLength(8);
    const manageable = all.filter((one) => one.manageable).map((one) => one.email.split("@")[0]);
    expect(manageable.sort()).toEqual(["expert", "expertplus", "matchmaker", "owner", "registration"]);
    expect((await member("super")).open_sessions).toBeGreaterThan(0);
  });

  test("is listed by name in the same order whatever the database, and so are the events that are open to a person", async () => {
    const { write } = lanyard.deps.database;
    const named = ["de Wit", "\u00c5berg", "Zander", "adams", "Eriksson"];
    const before = await members(chief);
    const events = { one: lanyard.bigEventId, other: lanyard.events["Northwind Summit, last year"] as number };
    const rename = (id: number, last_name: string) =>
      write.updateTable("core_user").set({ last_name }).where("id", "=", id).execute();
    const call = (id: number, name: string) =>
      write.updateTable("core_event").set({ name }).where("id", "=", id).execute();
    for (const [at, name] of named.entries()) await rename(before[at]?.user_id as number, name);
    await call(events.other, "a summit");

    const listed = (await members(chief)).map(({ last_name }) => last_name).filter((name) => named.includes(name));
    const { id, ...owner } = await member("owner");
    await save(chief, { id, ...owner }, { allowed_containers: [events.one, events.other] });
    const explained = (await chief.get(`/1/api/member/${id}/explanation`)).data.events.names;

    await save(chief, await member("owner"), { allowed_containers: owner.allowed_containers });
    for (const { user_id, last_name } of before) await rename(user_id, last_name);
    await call(events.other, "Northwind Summit, last year");
    expect(listed).toEqual(["\u00c5berg", "adams", "de Wit", "Eriksson", "Zander"]);
    expect(explained).toEqual(["a summit", "Northwind Summit"]);
  });

  test("is for those with the permission only", async () => {
    const owner = await lanyard.as("owner");

    expect((await owner.get("/1/api/member")).error.code).toBe("forbidden");
  });

  test("changes at once for the person who has it, and both values are in the history", async () => {
    const owner = await lanyard.as("owner");
    const changed = await save(admin, await member("owner"), {
      role_id: 200,
      overrides: { plugins: true },
      allowed_containers: [lanyard.bigEventId],
    });

    expect(changed.data).toMatchObject({
      role: { id: 200 },
      overrides: { plugins: true },
      allowed_containers: [lanyard.bigEventId],
    });
    expect((await owner.get("/1/api/permission")).data).toMatchObject({ plugins: true, create_type: false });
    expect((await owner.get("/1/api/container")).data).toHaveLength(1);
    const { data } = await chief.post(`/1/api/container/${lanyard.bigEventId}/history/query`, { everywhere: true });
    expect(data.rows[0]).toMatchObject({
      object_type: "membership",
      before: { role_id: 299 },
      after: { role_id: 200 },
      reversal: "fields",
      may_lose: false,
    });

    const reverted = await chief.post(`/1/api/container/${lanyard.bigEventId}/history/${data.rows[0].id}/revert`, {});
    expect(reverted.data.fields.sort()).toEqual(["allowed_containers", "overrides", "role_id"]);
    expect((await member("owner")).role.id).toBe(299);
  });

  test.each([4, 94, 301, 9999])("is never a role %i, which has no name that anybody could be told", async (role_id) => {
    const refused = await save(chief, await member("owner"), { role_id });

    expect([refused.status, refused.error.fields]).toEqual([400, { role_id: expect.any(String) }]);
  });

  test("is never given above one's own power, nor taken from the stronger, nor changed for oneself", async () => {
    const stronger = await save(admin, await member("expert"), { role_id: 2 });
    const chiefs = await save(admin, await member("super"), { role_id: 95 });
    const own = await save(admin, await member("app"), { role_id: 95 });

    expect([stronger.error.code, stronger.error.fields]).toEqual([
      "admin-access.too_strong",
      { role_id: expect.any(String) },
    ]);
    expect(chiefs.error.code).toBe("admin-access.stronger_member");
    expect(own.error.code).toBe("admin-access.own_access");
    expect((await member("expert")).role.id).toBe(95);
  });

  test("stale changes are refused with the row as it is", async () => {
    const before = await member("expert");
    await save(chief, before, { role_id: 90 });

    const second = await save(admin, before, { role_id: 200 });

    expect([second.status, second.error.code]).toEqual([409, "stale"]);
    expect(second.error.current).toMatchObject({ role: { id: 90 } });
  });

  test("the last super admin stays, even when two try to remove each other at the same moment", async () => {
    const partner = await member("partner");
    await save(chief, partner, { role_id: 1 });
    const second = await lanyard.as("partner");
    const [a, b] = [await member("super"), await member("partner")];

    const answers = await Promise.all([
      second.post(`/1/api/member/${a.id}/deactivate`, { rev: a.rev }),
      chief.post(`/1/api/member/${b.id}/deactivate`, { rev: b.rev }),
    ]);

    const { quick } = lanyard.deps.database;
    const left = await quick
      .selectFrom("core_membership")
      .select("id")
      .where("app_id", "=", lanyard.apps.northwind)
      .where("role_id", "=", 1)
      .where("disabled_at", "is", null)
      .execute();
    expect(left).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    // Back to two for the other tests.
    const { write } = lanyard.deps.database;
    await write
      .updateTable("core_membership")
      .set({ disabled_at: null })
      .where("app_id", "=", lanyard.apps.northwind)
      .execute();
    chief = await lanyard.as("super");
  });

  test("is taken away at once with all sessions, and restored as it was", async () => {
    const matchmaker = await lanyard.as("matchmaker");
    const before = await member("matchmaker");

    const taken = await chief.post(`/1/api/member/${before.id}/deactivate`, { rev: before.rev });
    expect(taken.data.status).toBe("deactivated");
    expect((await matchmaker.get("/1/api/config")).status).toBe(401);

    const restored = await chief.post(`/1/api/member/${before.id}/restore`, { rev: taken.data.rev });
    expect(restored.data).toMatchObject({ status: "active", role: before.role });
    expect((await (await lanyard.as("matchmaker")).get("/1/api/config")).status).toBe(200);
  });

  test("of a person is explained: keys, pages and events, each with its reason", async () => {
    const owner = await member("owner");
    const { data } = await chief.get(`/1/api/member/${owner.id}/explanation`);
    const page = (route: string) => data.pages.find((one: { route: string }) => one.route === route);

    expect(data.keys).toContainEqual({ key: "user_management", allowed: false, because: "not_in_role" });
    expect(page("history.main")).toMatchObject({ allowed: false, needs_role: 1 });
    expect(page("admin-access.main")).toMatchObject({ allowed: false, needs_permissions: ["user_management"] });
    expect(page("events.main")).toMatchObject({ allowed: true });
  });

  test("sessions of a person are listed and ended, one or all", async () => {
    const [first, second] = [await lanyard.as("expert"), await lanyard.as("expert")];
    const { id } = await member("expert");
    const sessions = (await chief.get(`/1/api/member/${id}/session`)).data;

    await chief.remove(`/1/api/member/${id}/session/${sessions[0].id}`);
    const after = [(await first.get("/1/api/config")).status, (await second.get("/1/api/config")).status];
    const rest = await chief.remove(`/1/api/member/${id}/session`);

    expect(after.sort()).toEqual([200, 401]);
    expect(rest.data.ended).toBe(sessions.length - 1);
    expect(sessions[0]).toMatchObject({ way: "password", address: "127.0.0.1" });
    expect((await first.get("/1/api/config")).status).toBe(401);
  });

  describe("of a person who is in another app as well", () => {
    test("ends no session that opens the other app only, nor tells of it", async () => {
      const { id } = await member("expert");
      await chief.remove(`/1/api/member/${id}/session`);
      const [own, other, both] = [await lanyard.as("expert"), await lanyard.as("expert"), await lanyard.as("expert")];
      const listed = (await chief.get(`/1/api/member/${id}/session`)).data as { id: number }[];
      const [, ofOther, ofOwn] = listed.map((session) => session.id) as [number, number, number];
      const { write } = lanyard.deps.database;
      const bind = (session: number, app_id: number) =>
        write.updateTable("core_session").set({ app_id }).where("id", "=", session).execute();
      await bind(ofOther, lanyard.apps.harbour);
      await bind(ofOwn, lanyard.apps.northwind);
      const isIn = async (asker: Asker) => (await asker.get("/1/dashboard/application")).status === 200;

      expect((await chief.get(`/1/api/member/${id}/session`)).data).toHaveLength(2);
      expect((await member("expert")).open_sessions).toBe(2);
      expect((await chief.remove(`/1/api/member/${id}/session/${ofOther}`)).status).toBe(404);
      expect((await chief.remove(`/1/api/member/${id}/session`)).data.ended).toBe(2);
      expect([await isIn(own), await isIn(other), await isIn(both)]).toEqual([false, true, false]);
      const { rev } = await member("expert");
      const taken = await chief.post(`/1/api/member/${id}/deactivate`, { rev });
      await chief.post(`/1/api/member/${id}/restore`, { rev: taken.data.rev });
      expect(await isIn(other)).toBe(true);
    });

    test("takes the second factor away only for who is no weaker there", async () => {
      const { id, user_id } = await member("expert");
      const { write, quick } = lanyard.deps.database;
      const inHarbour = (change: { role_id?: number; disabled_at?: string | null }, userId = user_id) =>
        write
          .updateTable("core_membership")
          .set(change)
          .where("app_id", "=", lanyard.apps.harbour)
          .where("user_id", "=", userId)
          .execute();
      const at = new Date().toISOString();
      await write
        .insertInto("core_second_factor")
        .values({ user_id, secret: "x", recovery_hashes: "[]", confirmed_at: at, created_at: at } as never)
        .execute();
      const reset = () => admin.post(`/1/api/member/${id}/second-factor/reset`);
      const factors = () => quick.selectFrom("core_second_factor").select("user_id").execute();

      await inHarbour({ role_id: 1 });
      const refused = await reset();
      await inHarbour({ role_id: 95 });
      await inHarbour({ disabled_at: at }, admin.userId);
      const absent = await reset();

      expect([refused.status, refused.error.code]).toEqual([403, "admin-access.stronger_member"]);
      expect(absent.error?.code).toBe("admin-access.stronger_member");
      expect(await factors()).toEqual([{ user_id }]);
      // Access that was taken away guards nothing.
      await inHarbour({ disabled_at: at });
      expect((await reset()).status).toBe(200);
      expect(await factors()).toEqual([]);
      await inHarbour({ disabled_at: null });
      await inHarbour({ disabled_at: null }, admin.userId);
      expect((await reset()).status).toBe(200);
    });
  });

  test("of another app does not exist", async () => {
    const elsewhere = await lanyard.as("super", "harbour");
    const { id } = await member("expert");

    expect((await elsewhere.get(`/1/api/member/${id}/explanation`)).status).toBe(404);
  });
});
