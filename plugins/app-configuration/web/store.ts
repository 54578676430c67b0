// The log-in rules of the app.
import { type Instance, types } from "mobx-state-tree";
import { env, tracked, tracking, wait } from "#web";
import { getLoginRules, type LoginRules, type LoginRulesDraft, saveLoginRules } from "../contract.ts";

export const AppConfigurationStore = types
  .model("AppConfiguration", { rules: types.maybe(types.frozen<LoginRules>()) })
  .volatile(() => ({ loading: tracking(), saving: tracking() }))
  .actions((self) => ({
    set(rules: LoginRules): void {
      self.rules = rules;
    },
  }))
  .actions((self) => ({
    load: tracked(self, "loading", function* () {
      self.set(yield* wait(env(self).api.call(getLoginRules)));
    }),

    save: tracked(self, "saving", function* (draft: LoginRulesDraft) {
      const { api, notices, t } = env(self);
      const saved = yield* wait(api.call(saveLoginRules, { body: { rev: self.rules?.rev ?? 0, ...draft } }));
      self.set(saved);
      notices.success(t("app-configuration:saved"), { title: t("common:toast.successful") });
      return saved;
    }),
  }));

export interface AppConfigurationStoreInstance extends Instance<typeof AppConfigurationStore> {}
