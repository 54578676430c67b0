import { beforeEach, describe, expect, test } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem, type Env } from "#web";
import { keepsRules, NO_PASSWORDS, passwordErrors } from "../web/passwordErrors.ts";
import { encodeSecret, ProfileStore, type ProfileStoreInstance } from "../web/profileStore.ts";

const user = { user_id: 7, first_name: "Ada", last_name: "Byron", user_email: "ada@demo.test", applications: [1] };
const draft = { first_name: "Augusta", last_name: "King", email: "ada@demo.test" };

describe("the profile dialog", () => {
  let asked: { name: string; body: unknown }[];
  let answers: Record<string, unknown>;
  let told: string[];
  let session: { user: typeof user | undefined; setUser: (saved: typeof user) => void };
  let profile: ProfileStoreInstance;

  beforeEach(() => {
    asked = [];
    told = [];
    answers = { getToken: { user }, checkEmail: "no existing user", saveProfile: { ...user, first_name: "Augusta" } };
    session = {
      user,
      setUser: (saved) => {
        session.user = saved;
      },
    };
    const call = async (endpoint: AnyEndpoint, input: { body?: unknown }) => {
      asked.push({ name: endpoint.name, body: input.body });
      const answer = answers[endpoint.name];
      if (answer instanceof Error) throw answer;
      return answer;
    };
    const tell = (tone: string) => (text: string, extras?: { title?: string }) =>
      told.push(`${tone}: ${extras?.title}: ${text}`);
    const env = {
      api: { call },
      session,
      notices: {
        success: tell("success"),
        error: tell("error"),
        failed: ({ message }: ApiProblem) => tell("error")(message, { title: "common:toast.failed" }),
        dismiss: (id: number) => told.push(`dismissed: ${id}`),
      },
      t: (key: string, options?: { defaultValue?: string }) => options?.defaultValue ?? key,
      report: () => undefined,
    } as unknown as Env;
    profile = ProfileStore.create({}, env);
  });

  test("asks for the password before it saves the personal tab, and comes back to the tabs", async () => {
    profile.askPassword(draft);
    const step = profile.step;

    await profile.savePersonal("Lanyard#2026");

    expect(step).toBe("password_confirmation");
    expect(profile.step).toBe("tabs");
    expect(session.user?.first_name).toBe("Augusta");
    expect(told).toEqual(["success: common:toast.successful: common:toast.saved"]);
  });

  test("checks 'no_email' when the address stays, and sends no address", async () => {
    profile.askPassword(draft);

    await profile.savePersonal("Lanyard#2026");

    const request_data = { current_password: encodeSecret("Lanyard#2026"), first_name: "Augusta", last_name: "King" };
    expect(asked).toEqual([
      { name: "checkEmail", body: { email: "no_email" } },
      { name: "saveProfile", body: { email: "ada@demo.test", request_data } },
    ]);
  });

  test("checks a new address and sends it", async () => {
    profile.askPassword({ ...draft, email: "augusta@demo.test" });

    await profile.savePersonal("Lanyard#2026");

    expect(asked[0]).toEqual({ name: "checkEmail", body: { email: "augusta@demo.test" } });
    expect(asked[1]?.body).toMatchObject({ email: "ada@demo.test", request_data: { email: "augusta@demo.test" } });
  });

  test("does not save when somebody has the address, and says so", async () => {
    answers.checkEmail = { user_id: 9 };
    profile.askPassword({ ...draft, email: "taken@demo.test" });

    await profile.savePersonal("Lanyard#2026");

    expect(asked.map((call) => call.name)).toEqual(["checkEmail"]);
    expect(told).toEqual(["error: common:toast.failed: account:problem.email_taken"]);
    expect(profile.step).toBe("password_confirmation");
  });

  test("silently does nothing when a word is empty", async () => {
    const attempts = [
      { draft, password: "" },
      { draft: { ...draft, first_name: "" }, password: "x" },
      { draft: { ...draft, last_name: "" }, password: "x" },
      { draft: { ...draft, email: "" }, password: "x" },
    ];

    for (const attempt of attempts) {
      profile.askPassword(attempt.draft);
      await profile.savePersonal(attempt.password);
    }
    session.user = { ...user, user_email: "" };
    profile.askPassword(draft);
    await profile.savePersonal("x");

    expect(asked).toEqual([]);
    expect(told).toEqual([]);
  });

  test("tells why a save failed and stays where it is", async () => {
    answers.saveProfile = new ApiProblem({ code: "account.wrong_password", status: 400, message: "Not right" });
    profile.askPassword(draft);

    await profile.savePersonal("Wrong#2026");

    expect(profile.step).toBe("password_confirmation");
    expect(told).toEqual(["error: common:toast.failed: Not right"]);
  });

  test("says no longer why the last attempt failed once the next one is on its way", async () => {
    answers.saveProfile = new ApiProblem({ code: "account.wrong_password", status: 400, message: "Not right" });
    profile.askPassword(draft);
    await profile.savePersonal("Wrong#2026");
    answers.saveProfile = user;

    await profile.savePersonal("Lanyard#2026");

    expect(told).toEqual([
      "error: common:toast.failed: Not right",
      "dismissed: 1",
      "success: common:toast.successful: common:toast.saved",
    ]);
  });

  test("saves a new password directly, with the names as they are", async () => {
    const isSaved = await profile.savePassword("Lanyard#2026", "Another#2027");

    expect(isSaved).toBe(true);
    expect(asked[2]?.body).toEqual({
      email: "ada@demo.test",
      request_data: {
        current_password: encodeSecret("Lanyard#2026"),
        password: encodeSecret("Another#2027"),
        first_name: "Ada",
        last_name: "Byron",
      },
    });
  });

  test("saves a new password with the names that another device has saved meanwhile", async () => {
    answers.getToken = { user: { ...user, first_name: "Augusta", user_email: "augusta@demo.test" } };

    await profile.savePassword("Lanyard#2026", "Another#2027");

    const request_data = { first_name: "Augusta", last_name: "Byron" };
    expect(asked.at(-1)).toMatchObject({ name: "saveProfile", body: { email: "augusta@demo.test", request_data } });
  });

  test("learns what it is by now when it is saved too late, and the next attempt changes what was typed alone", async () => {
    const current = { ...user, last_name: "Lovelace", user_email: "lovelace@demo.test" };
    answers.saveProfile = new ApiProblem({ code: "stale", status: 409, message: "Changed", current });
    profile.askPassword({ first_name: "Augusta", last_name: "Byron", email: "ada@demo.test" });
    await profile.savePersonal("Lanyard#2026");
    expect(session.user).toEqual(current);

    await profile.savePersonal("Lanyard#2026");

    const request_data = {
      current_password: encodeSecret("Lanyard#2026"),
      first_name: "Augusta",
      last_name: "Lovelace",
    };
    expect(asked.at(-1)?.body).toEqual({ email: "lovelace@demo.test", request_data });
  });

  test("asks before changes are lost, and goes back when they are kept", () => {
    const closes = profile.mayClose(false);
    const closesWithChanges = profile.mayClose(true);
    const step = profile.step;
    profile.backToTabs();

    expect([closes, closesWithChanges, step, profile.step]).toEqual([true, false, "unsaved_changes", "tabs"]);
  });
});

describe("the password tab", () => {
  const good = { current: "Lanyard#2026", next: "Another#2027", repeated: "Another#2027" };

  test("has no errors when all is well", () => {
    expect(passwordErrors(good)).toEqual({});
  });

  test.each([
    [
      NO_PASSWORDS,
      { current: "problem:field.required", next: "problem:field.required", repeated: "problem:field.required" },
    ],
    [{ ...good, next: "weak", repeated: "weak" }, { next: "account:error.weak" }],
    [{ ...good, next: good.current, repeated: good.current }, { next: "problem:PASSWORD_MUST_BE_DIFFERENT" }],
    [{ ...good, repeated: "Another#2028" }, { repeated: "problem:PASSWORDS_MUST_MATCH" }],
  ])("%j is refused with its keys", (typed, errors) => {
    expect(passwordErrors(typed)).toEqual(errors);
  });

  test("sends passwords as base64 of their UTF-8 bytes", () => {
    expect(encodeSecret("Größe#1a")).toBe(Buffer.from("Größe#1a", "utf8").toString("base64"));
    expect(keepsRules("Größe#1a")).toBe(false);
  });
});
