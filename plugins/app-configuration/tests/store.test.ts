import { beforeEach, describe, expect, test } from "vitest";
import { ApiProblem, type Env } from "#web";
import type { LoginProvider, LoginProviderDraft, LoginRules, LoginRulesDraft } from "../contract.ts";
import { AppConfigurationStore, type AppConfigurationStoreInstance } from "../web/store.ts";

const rules = { session_hours: 12, rev: 1 } as LoginRules;
const provider = { issuer: "https://login.example.com", rev: 1 } as LoginProvider;

describe("what somebody else has saved meanwhile", () => {
  let answers: unknown[];
  let sent: { rev: number }[];
  let store: AppConfigurationStoreInstance;

  beforeEach(() => {
    answers = [];
    sent = [];
    const call = async (_: unknown, input?: { body: { rev: number } }) => {
      if (input) sent.push(input.body);
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    };
    const env = {
      api: { call },
      notices: { success: () => undefined },
      t: (key: string) => key,
      report: () => undefined,
    } as unknown as Env;
    store = AppConfigurationStore.create({}, env);
    store.set(rules);
    store.setSso({ provider, redirect_uri: "" });
  });
  const stale = (current: unknown) => new ApiProblem({ code: "stale", status: 409, message: "Changed", current });

  test("is what the next save of the rules stands on", async () => {
    const theirs = { ...rules, session_hours: 8, rev: 2 };
    answers = [stale(theirs), { ...theirs, rev: 3 }];

    await store.save({ session_hours: 24 } as LoginRulesDraft);
    expect([store.saving.problem?.code, store.rules]).toEqual(["stale", theirs]);
    await store.save({ session_hours: 24 } as LoginRulesDraft);

    expect(sent.map(({ rev }) => rev)).toEqual([1, 2]);
    expect(store.saving.problem).toBeUndefined();
  });

  test("is what the next save of single sign-on stands on, in the form that is open", async () => {
    answers = [stale({ ...provider, rev: 2 }), stale(null), { provider: { ...provider, rev: 4 }, redirect_uri: "" }];
    const draft = { issuer: "https://other.example.com" } as LoginProviderDraft;

    await store.saveSso(draft, "secret");
    await store.saveSso(draft, "secret");
    expect([store.ssoBegun, store.sso?.provider]).toEqual([1, null]);
    await store.saveSso(draft, "secret");

    expect(sent.map(({ rev }) => rev)).toEqual([1, 2, 0]);
    expect(store.ssoBegun).toBe(4);
  });

  test("is not taken for how many people are known by now: the next save stands on what was read", async () => {
    answers = [{ provider: { ...provider, rev: 2, people: 3 }, redirect_uri: "" }];

    await store.countPeople();

    expect(store.sso?.provider).toEqual({ ...provider, people: 3 });
    expect(store.ssoBegun).toBe(1);
  });
});
