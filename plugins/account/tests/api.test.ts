import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";

const PASSWORD = "Lanyard#2026";
const encode = (text: string) => Buffer.from(text, "utf8").toString("base64");

describe.each(testDatabases)("the account on %s", (database) => {
  let lanyard: TestApp;
  let clock = new Date("2026-03-02T09:00:00Z");
  beforeAll(async () => {
    lanyard = await app({ database, now: () => clock });
  });
  afterAll(() => lanyard.close());

  const logIn = (email: string, password: string) =>
    lanyard.anonymous.post("/1/dashboard/user/login", { email, password });
  const change = (person: Asker, email: string, data: Record<string, unknown>) =>
    person.patch("/1/dashboard/user/profile", {
      email,
      request_data: { current_password: encode(PASSWORD), first_name: "Ada", last_name: "Byron", ...data },
    });

  describe("an e-mail address", () => {
    test("is free, taken by somebody else, or one's own", async () => {
      const owner = await lanyard.as("owner");
      const check = async (email: string) => (await owner.post("/1/dashboard/user/check", { email })).data;

      expect(await check("nobody@demo.test")).toBe("no existing user");
      expect(await check("no_email")).toBe("no existing user");
      expect(await check("Owner@demo.test")).toBe("no existing user");
      expect(await check("super@demo.test")).toEqual({ user_id: expect.any(Number) });
    });
  });

  describe("a profile", () => {
    test("is saved with the current password, and log-in follows the new address", async () => {
      const person = await lanyard.as("matchmaker");

      const saved = await change(person, "matchmaker@demo.test", { email: "Ada@Demo.test" });

      expect(saved.data).toMatchObject({ first_name: "Ada", last_name: "Byron", user_email: "ada@demo.test" });
      expect((await logIn("ada@demo.test", PASSWORD)).status).toBe(200);
      expect((await logIn("matchmaker@demo.test", PASSWORD)).status).toBe(401);
      await change(person, "ada@demo.test", { email: "matchmaker@demo.test" });
    });

    test("is not given an address that somebody else takes at the same moment", async () => {
      const person = await lanyard.as("owner");
      const { write } = lanyard.deps.database;
      const wanted = { email: "wanted@demo.test" };
      const other = write.transaction().execute(async (db) => {
        await db.updateTable("core_user").set(wanted).where("email", "=", "expert@demo.test").execute();
        const asked = change(person, "owner@demo.test", wanted);
        await new Promise((go) => setTimeout(go, 500));
        return { asked };
      });

      const { status, error } = await (await other).asked;

      expect([status, error?.code]).toEqual([409, "account.email_taken"]);
      await write
        .updateTable("core_user")
        .set({ email: "expert@demo.test" })
        .where("email", "=", wanted.email)
        .execute();
    });

    test("is refused with a wrong password or a taken address", async () => {
      const person = await lanyard.as("expert");
      const code = async (data: Record<string, unknown>) => (await change(person, "expert@demo.test", data)).error.code;

      expect(await code({ current_password: encode("Wrong#2026") })).toBe("account.wrong_password");
      expect(await code({ email: "super@demo.test" })).toBe("account.email_taken");
    });

    test("lets its password be guessed ten times, and no oftener", async () => {
      const person = await lanyard.as("expertplus");
      const guess = async (word: string) =>
        (await change(person, "expertplus@demo.test", { current_password: encode(word) })).error?.code;
      for (let tries = 0; tries < 10; tries++) expect(await guess("Wrong#2026")).toBe("account.wrong_password");

      expect(await guess("Wrong#2026")).toBe("throttled");
      clock = new Date(clock.getTime() + 4.5 * 60_000);
      const { error } = await change(person, "expertplus@demo.test", {});
      expect(error).toMatchObject({
        code: "throttled",
        message: "Too many failed attempts; try again in 11 minutes",
        reasons: { "": { text: "problem:said.throttled", values: { count: 11 } } },
      });
      clock = new Date(clock.getTime() + 16 * 60_000);
      expect(await guess(PASSWORD)).toBeUndefined();
    });

    test("lets ten guesses be looked at that come at the same moment, and no more", async () => {
      const person = await lanyard.as("registration");
      const guess = () => change(person, "registration@demo.test", { current_password: encode("Wrong#2026") });

      const codes = (await Promise.all(Array.from({ length: 30 }, guess))).map(({ error }) => error.code);

      expect(codes.filter((code) => code === "account.wrong_password")).toHaveLength(10);
      expect(codes.filter((code) => code === "throttled")).toHaveLength(20);
    });

    test("whose password is changed twice at the same moment has the one that was changed to first", async () => {
      const person = await lanyard.as("super");
      const words = Array.from({ length: 4 }, (_, turn) => `Another#202${turn}`);
      const to = (word: string) => change(person, "super@demo.test", { password: encode(word) });

      const answers = await Promise.all(words.map(to));

      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const kept = words[answers.findIndex(({ status }) => status === 200)] ?? "";
      expect((await logIn("super@demo.test", kept)).status).toBe(200);
      await change(person, "super@demo.test", { current_password: encode(kept), password: encode(PASSWORD) });
    });

    test("that was saved with a new password answers the same intention once more, and counts no guess", async () => {
      const person = await lanyard.as("matchmaker");
      const word = "Another#2026";
      const key = { headers: { ...person.headers, "idempotency-key": "once-more" } };
      const body = {
        email: "matchmaker@demo.test",
        request_data: {
          ...{ current_password: encode(PASSWORD), password: encode(word) },
          ...{ first_name: "Ada", last_name: "Byron" },
        },
      };
      const ask = () => person.ask("PATCH", "/1/dashboard/user/profile", body, key);

      const first = await ask();
      const again = await Promise.all(Array.from({ length: 12 }, ask));

      expect(again.map(({ status, data }) => [status, data])).toEqual(Array(12).fill([200, first.data]));
      const back = { current_password: encode(word), password: encode(PASSWORD) };
      expect((await change(person, "matchmaker@demo.test", back)).status).toBe(200);
    });

    test("keeps its password when the new one is weak or the same", async () => {
      const person = await lanyard.as("owner");

      const weak = await change(person, "owner@demo.test", { password: encode("lanyard") });
      const same = await change(person, "owner@demo.test", { password: encode(PASSWORD) });
      const unreadable = await change(person, "owner@demo.test", { password: "/w==" });

      expect(weak.error.code).toBe("account.weak_password");
      expect(same.error.code).toBe("account.same_password");
      expect(unreadable.error).toMatchObject({ code: "invalid", fields: { password: expect.any(String) } });
      expect((await logIn("owner@demo.test", PASSWORD)).status).toBe(200);
    });

    test("that was saved elsewhere under another address answers what it is now", async () => {
      const person = await lanyard.as("owner");

      const late = await change(person, "former@demo.test", {});

      expect(late.status).toBe(409);
      expect(late.error).toMatchObject({ code: "stale", current: { user_email: "owner@demo.test" } });
    });
  });

  describe("sessions", () => {
    test("are listed, and one of them is ended without the others", async () => {
      const here = await lanyard.as("app");
      const there = await lanyard.as("app");

      const { data } = await there.get("/1/dashboard/user/session");
      const current = data.find((one: { current: boolean }) => one.current);
      const ended = await here.remove(`/1/dashboard/user/session/${current.id}`);

      expect(data.length).toBeGreaterThan(1);
      expect(ended.status).toBe(200);
      expect((await there.get("/1/dashboard/user/session")).status).toBe(401);
      expect((await here.get("/1/dashboard/user/session")).status).toBe(200);
    });

    test("of somebody else do not exist", async () => {
      const [mine] = (await (await lanyard.as("app")).get("/1/dashboard/user/session")).data;

      expect((await (await lanyard.as("super")).remove(`/1/dashboard/user/session/${mine.id}`)).status).toBe(404);
    });

    test("on other devices end with a new password, this one stays", async () => {
      const here = await lanyard.as("partner");
      const there = await lanyard.as("partner");

      await change(here, "partner@demo.test", { password: encode("Another#2026") });

      expect((await there.get("/1/dashboard/application")).status).toBe(401);
      expect((await here.get("/1/dashboard/application")).status).toBe(200);
      expect((await logIn("partner@demo.test", "Another#2026")).status).toBe(200);
    });
  });

  describe("an invitation", () => {
    const invite = async (draft: Record<string, unknown> = {}) => {
      const admin = await lanyard.as("app");
      const email = `guest${Math.random().toString(36).slice(2)}@demo.test`;
      const sent = await admin.post("/1/api/invite", { email, role_id: 95, allowed_containers: [-1], ...draft });
      const reference = String(sent.data?.path ?? "")
        .split("/")
        .at(-1);
      return { admin, email, sent, reference, path: `/1/dashboard/invite/${reference}` };
    };
    const draft = { first_name: "Grace", last_name: "Hopper", password: PASSWORD };

    test.each([4, 94, 301, 9999])("gives no role %i, which has no name that anybody could be told", async (role_id) => {
      const { sent } = await invite({ role_id });

      expect([sent.status, sent.error.fields]).toEqual([400, { role_id: expect.any(String) }]);
    });

    test("says who invites, to which app and role, before there is an account", async () => {
      const { path, email } = await invite({ allowed_containers: [lanyard.bigEventId] });

      const { data } = await lanyard.anonymous.get(path);

      expect(data).toMatchObject({
        email,
        app_name: "Northwind Events",
        all_events: false,
        events: ["Northwind Summit"],
      });
      expect(data).toMatchObject({ role: { id: 95, name: "Event expert" }, has_account: false });
      expect(data.invited_by).not.toBe("");
    });

    test("makes an account with a first session, once", async () => {
      const { path, email } = await invite();

      const first = await lanyard.anonymous.post(path, draft);
      const again = await lanyard.anonymous.post(path, draft);

      expect(first.data.user).toMatchObject({
        user_email: email,
        first_name: "Grace",
        applications: [lanyard.apps.northwind],
      });
      const dashboard = { "x-dashboard-authorization": first.data.token };
      const apps = await lanyard.anonymous.ask("GET", "/1/dashboard/application", undefined, { headers: dashboard });
      expect(apps.data).toMatchObject([{ name: "Northwind Events", accessRole: { id: 95 }, allowed_containers: [-1] }]);
      expect(again.error.code).toBe("account.invite_used");
    });

    test("that is accepted twice at the same moment makes one account", async () => {
      const { path } = await invite();

      const both = await Promise.all([lanyard.anonymous.post(path, draft), lanyard.anonymous.post(path, draft)]);

      const [made, refused] = both.sort((a, b) => a.status - b.status);
      expect(made?.status).toBe(200);
      expect(["account.invite_has_account", "account.invite_used"]).toContain(refused?.error.code);
    });

    test("refuses a weak password and stays good", async () => {
      const { path } = await invite();

      const weak = await lanyard.anonymous.post(path, { ...draft, password: "lanyard" });

      expect(weak.error).toMatchObject({ code: "invalid", fields: { password: expect.any(String) } });
      expect((await lanyard.anonymous.get(path)).status).toBe(200);
    });

    test("that is unknown, withdrawn, resent or too old says which", async () => {
      const revoked = await invite();
      await revoked.admin.post(`/1/api/invite/${revoked.sent.data.invite.id}/revoke`);
      const resent = await invite();
      const anew = await resent.admin.post(`/1/api/invite/${resent.sent.data.invite.id}/resend`);
      const old = await invite();
      const before = clock;
      clock = new Date("2026-03-10T09:00:00Z");
      const late = await lanyard.anonymous.get(old.path);
      clock = before;

      expect((await lanyard.anonymous.get("/1/dashboard/invite/nonsense")).error.code).toBe("account.invite_unknown");
      expect((await lanyard.anonymous.get(revoked.path)).error.code).toBe("account.invite_revoked");
      expect((await lanyard.anonymous.get(resent.path)).error.code).toBe("account.invite_unknown");
      expect((await lanyard.anonymous.get(`/1/dashboard/invite/${anew.data.path.split("/").at(-1)}`)).status).toBe(200);
      expect(late.error.code).toBe("account.invite_expired");
    });

    test("for an address with an account is taken by that person only", async () => {
      const guest = await invite();
      const account = await lanyard.anonymous.post(guest.path, draft);
      const harbour = await lanyard.as("app", "harbour");
      const events = (await harbour.get("/1/dashboard/application")).data.find(
        (one: { name: string }) => one.name === "Harbour Expo",
      ).allowed_containers;
      const sent = await harbour.post("/1/api/invite", {
        email: guest.email,
        role_id: 299,
        allowed_containers: events,
      });
      const path = `/1/dashboard/invite/${sent.data.path.split("/").at(-1)}`;

      const anew = await lanyard.anonymous.post(path, draft);
      const other = await harbour.post(`${path}/join`);
      const headers = { "x-dashboard-authorization": account.data.token };
      const joined = await lanyard.anonymous.ask("POST", `${path}/join`, undefined, { headers });

      expect(anew.error.code).toBe("account.invite_has_account");
      expect(other.error.code).toBe("account.invite_other_person");
      expect(joined.data.applications).toHaveLength(2);
    });

    test("is not made for a stronger role, for events of others, or for somebody who is in", async () => {
      const stronger = await invite({ role_id: 1 });
      const elsewhere = await invite({ allowed_containers: [lanyard.events["Harbour Board Retreat"]] });
      const inside = await invite({ email: "owner@demo.test" });

      expect(stronger.sent.error.code).toBe("account.invite_too_strong");
      expect(elsewhere.sent.error).toMatchObject({
        code: "invalid",
        fields: { allowed_containers: expect.any(String) },
        reasons: { allowed_containers: { text: "problem:field.eventsOfApp" } },
      });
      expect(inside.sent.error.code).toBe("account.invite_member");
    });

    test("of another app is neither listed nor withdrawn", async () => {
      const { sent } = await invite();
      const harbour = await lanyard.as("app", "harbour");

      const { data } = await harbour.get("/1/api/invite");

      expect(data.map((one: { id: number }) => one.id)).not.toContain(sent.data.invite.id);
      expect((await harbour.post(`/1/api/invite/${sent.data.invite.id}/revoke`)).status).toBe(404);
    });
  });
});
