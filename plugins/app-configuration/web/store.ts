// The log-in rules of the app, its single sign-on, and a test of it.
import { type Instance, types } from "mobx-state-tree";
import type { SsoAnswer } from "#schemas/login.ts";
import { ApiProblem, endJourney, env, journeyOf, newBinding, setOut, tracked, tracking, wait } from "#web";
import {
  finishLoginTest,
  getLoginProvider,
  getLoginRules,
  type LoginProvider,
  type LoginProviderDraft,
  type LoginProviderView,
  type LoginRules,
  type LoginRulesDraft,
  type LoginTest,
  removeLoginProvider,
  saveLoginProvider,
  saveLoginRules,
  startLoginTest,
} from "../contract.ts";

const staleIn = (error: unknown): { current?: unknown } =>
  error instanceof ApiProblem && error.code === "stale" ? error : {};

export const AppConfigurationStore = types
  .model("AppConfiguration", {
    rules: types.maybe(types.frozen<LoginRules>()),
    sso: types.maybe(types.frozen<LoginProviderView>()),
    /** What the last test found out. */
    test: types.maybe(types.frozen<LoginTest>()),
  })
  .volatile(() => ({
    /** The revision that the form of single sign-on began with; what others save meanwhile comes into the same form. */
    ssoBegun: 0,
    loading: tracking(),
    saving: tracking(),
    loadingSso: tracking(),
    counting: tracking(),
    savingSso: tracking(),
    testing: tracking(),
  }))
  .actions((self) => ({
    set(rules: LoginRules): void {
      self.rules = rules;
    },
    setSso(view: LoginProviderView): void {
      self.sso = view;
      self.ssoBegun = view.provider?.rev ?? 0;
    },
    /** Somebody else was quicker: the next save stands on what they saved, and what is typed stays. */
    takeRules(error: unknown): void {
      const { current } = staleIn(error);
      if (current) self.rules = current as LoginRules;
    },
    takeSso(error: unknown): void {
      const { current } = staleIn(error);
      if (current !== undefined && self.sso) self.sso = { ...self.sso, provider: current as LoginProvider | null };
    },
    /** People come while the page stands there; what is typed in the form stays. */
    learnPeople(people: number): void {
      const { provider } = self.sso ?? {};
      if (self.sso && provider) self.sso = { ...self.sso, provider: { ...provider, people } };
    },
    forgetTest(): void {
      self.test = undefined;
    },
  }))
  .actions((self) => ({
    load: tracked(self, "loading", function* () {
      self.set(yield* wait(env(self).api.call(getLoginRules)));
    }),

    loadSso: tracked(self, "loadingSso", function* () {
      self.setSso(yield* wait(env(self).api.call(getLoginProvider)));
    }),

    /** Of how many people the provider has told who they are by now. */
    countPeople: tracked(self, "counting", function* () {
      const { provider } = yield* wait(env(self).api.call(getLoginProvider));
      self.learnPeople(provider?.people ?? 0);
    }),

    save: tracked(self, "saving", function* (draft: LoginRulesDraft) {
      const { api, notices, t } = env(self);
      const asked = api.call(saveLoginRules, { body: { rev: self.rules?.rev ?? 0, ...draft } });
      asked.catch(self.takeRules);
      const saved = yield* wait(asked);
      self.set(saved);
      notices.success(t("app-configuration:saved"), { title: t("common:toast.successful") });
      return saved;
    }),
  }))
  .actions((self) => ({
    /** The secret goes along only where it is to change. */
    saveSso: tracked(self, "savingSso", function* (draft: LoginProviderDraft, secret: string) {
      const { api, notices, t } = env(self);
      const body = { rev: self.sso?.provider?.rev ?? 0, ...draft, ...(secret ? { secret } : {}) };
      const asked = api.call(saveLoginProvider, { body });
      asked.catch(self.takeSso);
      const saved = yield* wait(asked);
      self.setSso(saved);
      notices.success(t("app-configuration:sso.saved"), { title: t("common:toast.successful") });
      return saved;
    }),

    removeSso: tracked(self, "savingSso", function* () {
      const { api, notices, t } = env(self);
      self.setSso(yield* wait(api.call(removeLoginProvider)));
      self.forgetTest();
      notices.success(t("app-configuration:sso.removed"), { title: t("common:toast.successful") });
      return true;
    }),

    /** Leaves for the provider's page; what it answers comes back to this screen. */
    startTest: tracked(self, "testing", function* () {
      const { api, tab } = env(self);
      const binding = newBinding();
      const { url } = yield* wait(api.call(startLoginTest, { body: { binding } }));
      setOut(tab, { binding, kind: "test" }, url);
    }),

    finishTest: tracked(self, "testing", function* (answer: SsoAnswer) {
      const { api, tab } = env(self);
      const binding = journeyOf(tab)?.binding ?? newBinding();
      endJourney(tab);
      self.test = yield* wait(api.call(finishLoginTest, { body: { answer, binding } }));
      yield* wait(self.loadSso());
    }),
  }));

export interface AppConfigurationStoreInstance extends Instance<typeof AppConfigurationStore> {}
