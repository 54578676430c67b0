// One's own second factor, and that of somebody who is invited where it is required.
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";

describe("a second factor", () => {
  let lanyard: TestApp;
  let clock = new Date("2026-03-02T09:00:00Z");
  beforeAll(async () => {
    lanyard = await app({ now: () => clock });
  });
  afterAll(() => lanyard.close());

  const path = "/1/dashboard/user/second-factor";
  const password = Buffer.from("Lanyard#2026").toString("base64");
  const later = (seconds: number) => {
    clock = new Date(clock.getTime() + seconds * 1000);
  };
  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.getTime() });
  const login = (email: string, code?: string) =>
    lanyard.anonymous.post("/1/dashboard/user/login", { email, password: "Lanyard#2026", ...(code ? { code } : {}) });
  const setUp = async (person: Asker) => {
    const { data } = await person.post(path, { current_password: password });
    const { data: told } = await person.post(`${path}/confirm`, { code: codeOf(data.secret) });
    return { secret: data.secret as string, codes: told.recovery_codes as string[] };
  };
  const require = async (chief: Asker, second_factor: "off" | "required") => {
    const { members: _, with_second_factor: __, rev, ...draft } = (await chief.get("/1/api/login-rules")).data;
    return chief.put("/1/api/login-rules", { ...draft, second_factor, rev });
  };

  test("is set up with the password and a first code, and asked at the next log-in", async () => {
    const owner = await lanyard.as("owner");
    expect((await owner.get(path)).data).toMatchObject({ state: "off", required: false, has_password: true });
    const wrong = Buffer.from("not this one").toString("base64");
    expect((await owner.post(path, { current_password: wrong })).error.code).toBe("account.wrong_password");
    expect((await owner.post(path, {})).error.code).toBe("account.wrong_password");

    const { codes } = await setUp(owner);

    expect((await owner.get(path)).data).toMatchObject({ state: "on", recovery_left: 10 });
    expect(new Set(codes).size).toBe(10);
    expect((await login("owner@demo.test")).error.code).toBe("login.second_factor");
    expect((await owner.post(path, { current_password: password })).error.code).toBe("account.factor_on");
  });

  test("has recovery codes that work once each, in small letters too; new ones replace them", async () => {
    const expert = await lanyard.as("expert");
    const { secret, codes } = await setUp(expert);
    const [first = "", second = ""] = codes;

    expect((await login("expert@demo.test", first)).status).toBe(200);
    expect((await login("expert@demo.test", first)).error.code).toBe("login.second_factor_wrong");
    expect((await login("expert@demo.test", second.toLowerCase().replaceAll("-", ""))).status).toBe(200);
    expect((await expert.get(path)).data.recovery_left).toBe(8);
    const rows = await lanyard.deps.database.quick.selectFrom("core_second_factor").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(codes[2]);
    expect(JSON.stringify(rows)).not.toContain(secret);

    later(31);
    const renewed = await expert.post(`${path}/recovery`, { code: codeOf(secret) });
    expect(renewed.data.recovery_codes).toHaveLength(10);
    expect((await login("expert@demo.test", codes[3])).error.code).toBe("login.second_factor_wrong");
    expect((await login("expert@demo.test", renewed.data.recovery_codes[0])).status).toBe(200);
  });

  test("one recovery code that is sent twice at the same moment lets in once", async () => {
    const { codes } = await setUp(await lanyard.as("matchmaker"));

    const answers = await Promise.all([
      login("matchmaker@demo.test", codes[0]),
      login("matchmaker@demo.test", codes[0]),
    ]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test("is switched off with a code, and not while an app requires it; guesses are counted", async () => {
    const plus = await lanyard.as("expertplus");
    const chief = await lanyard.as("super");
    const { secret } = await setUp(plus);
    await require(chief, "required");
    later(31);
    expect((await plus.post(`${path}/remove`, { code: codeOf(secret) })).error.code).toBe("account.factor_required");
    await require(chief, "off");
    expect((await plus.post(`${path}/remove`, { code: codeOf(secret) })).data.done).toBe(true);
    expect((await login("expertplus@demo.test")).status).toBe(200);

    await plus.post(path, { current_password: password });
    for (let tries = 0; tries < 10; tries++) await plus.post(`${path}/confirm`, { code: "000000" });
    expect((await plus.post(`${path}/confirm`, { code: "000000" })).error.code).toBe("throttled");
  });

  test("is set up with the account where the app requires it: the first session begins with it", async () => {
    const chief = await lanyard.as("super");
    await require(chief, "required");
    const draft = { email: "invited@demo.test", role_id: 299, allowed_containers: [-1] };
    const { data } = await chief.post("/1/api/invite", draft);
    const reference = data.path.split("/").at(-1);
    const accept = (code?: string) =>
      lanyard.anonymous.post(`/1/dashboard/invite/${reference}`, {
        first_name: "Ida",
        last_name: "Invited",
        password: "Lanyard#2026",
        ...(code ? { code } : {}),
      });

    const asked = await accept();
    expect(asked.error.code).toBe("login.second_factor_setup");
    const { secret } = asked.error.current as { secret: string };
    expect(((await accept()).error.current as { secret: string }).secret).toBe(secret);
    expect((await accept("000000")).error.code).toBe("login.second_factor_wrong");
    const { quick } = lanyard.deps.database;
    const nobody = quick.selectFrom("core_user").select("id").where("email", "=", "invited@demo.test");
    expect(await nobody.executeTakeFirst()).toBeUndefined();
    const code = codeOf(secret);
    const entered = await accept(code);
    expect([entered.status, entered.data.recovery_codes?.length]).toEqual([200, 10]);
    expect((await login("invited@demo.test", code)).error.code).toBe("login.second_factor_wrong");

    const letters = await quick
      .selectFrom("core_mail")
      .select(["recipient", "subject"])
      .orderBy("id", "desc")
      .execute();
    expect(letters[0]).toEqual({ recipient: "super@demo.test", subject: "Ida Invited has accepted your invitation" });
    await require(chief, "off");
  });

  test("is needed before somebody with an account joins an app that requires it", async () => {
    const harbour = await lanyard.as("super", "harbour");
    const [event] = (await harbour.get("/1/api/container")).data;
    await lanyard.deps.database.write
      .deleteFrom("core_membership")
      .where("user_id", "=", (await lanyard.as("partner")).userId)
      .where("app_id", "=", lanyard.apps.harbour)
      .execute();
    const { data } = await harbour.post("/1/api/invite", {
      email: "partner@demo.test",
      role_id: 299,
      allowed_containers: [event.id],
    });
    await require(harbour, "required");
    const partner = await lanyard.as("partner");
    const join = () => partner.post(`/1/dashboard/invite/${data.path.split("/").at(-1)}/join`);

    expect((await join()).error.code).toBe("account.invite_needs_factor");
    await setUp(partner);
    expect((await join()).data.applications).toContain(lanyard.apps.harbour);
    await require(harbour, "off");
  });
});

describe("an invitation", () => {
  let lanyard: TestApp;
  beforeAll(async () => {
    lanyard = await app();
  });
  afterAll(() => lanyard.close());

  test("of somebody from whom a key was taken withholds it from the invited person too", async () => {
    const chief = await lanyard.as("super");
    const members = (await chief.get("/1/api/member")).data as { id: number; email: string; rev: number }[];
    const admin = members.find(({ email }) => email === "app@demo.test");
    await chief.patch(`/1/api/member/${admin?.id}`, {
      rev: admin?.rev,
      role_id: 3,
      allowed_containers: [-1],
      overrides: { emails: false },
    });
    const weaker = await lanyard.as("app");

    const sent = await weaker.post("/1/api/invite", { email: "w@demo.test", role_id: 95, allowed_containers: [-1] });
    expect(sent.data.invite.withheld).toEqual(["emails"]);
    await lanyard.anonymous.post(`/1/dashboard/invite/${sent.data.path.split("/").at(-1)}`, {
      first_name: "W",
      last_name: "W",
      password: "Lanyard#2026",
    });
    const after = (await chief.get("/1/api/member")).data as { email: string; overrides: object }[];
    expect(after.find(({ email }) => email === "w@demo.test")?.overrides).toEqual({ emails: false });
  });

  test("does not bring somebody stronger back as somebody weaker", async () => {
    const chief = await lanyard.as("super");
    const members = (await chief.get("/1/api/member")).data as { id: number; email: string; rev: number }[];
    const partner = members.find(({ email }) => email === "partner@demo.test");
    await chief.post(`/1/api/member/${partner?.id}/deactivate`, { rev: partner?.rev });
    const admin = await lanyard.as("app");

    const draft = { email: "partner@demo.test", role_id: 300, allowed_containers: [-1] };
    expect((await admin.post("/1/api/invite", draft)).error.code).toBe("account.invite_too_strong");
    expect((await chief.post("/1/api/invite", draft)).status).toBe(201);
  });
});
