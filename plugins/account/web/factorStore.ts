// One's own second factor: how it stands, and the steps of setting it up.
import { type Instance, types } from "mobx-state-tree";
import { env, type FactorKey, tracked, tracking, wait } from "#web";
import { confirmFactor, type Factor, getFactor, removeFactor, renewRecoveryCodes, setUpFactor } from "../contract.ts";
import { encodeSecret } from "./profileStore.ts";

const plain = (code: string) => code.replace(/\s/g, "");

export const FactorStore = types
  .model("Factor", {
    factor: types.maybe(types.frozen<Factor>()),
    /** What the authenticator app is told, until its first code has confirmed it. */
    key: types.maybe(types.frozen<FactorKey>()),
    /** Told once, until the person has stored them. */
    codes: types.maybe(types.frozen<readonly string[]>()),
  })
  .volatile(() => ({ loading: tracking(), changing: tracking() }))
  .actions((self) => ({
    tell(codes: readonly string[]): void {
      self.codes = codes;
      self.key = undefined;
    },
    /** Whoever left before the codes were stored has been told that they are lost. */
    forget(): void {
      self.codes = undefined;
    },
    giveUp(): void {
      self.key = undefined;
      self.changing.problem = undefined;
    },
  }))
  .actions((self) => ({
    load: tracked(self, "loading", function* () {
      self.factor = yield* wait(env(self).api.call(getFactor));
    }),
  }))
  .actions((self) => ({
    begin: tracked(self, "changing", function* (password: string) {
      const body = password ? { current_password: encodeSecret(password) } : {};
      self.key = yield* wait(env(self).api.call(setUpFactor, { body }));
      return true;
    }),
    confirm: tracked(self, "changing", function* (code: string) {
      const { recovery_codes } = yield* wait(env(self).api.call(confirmFactor, { body: { code: plain(code) } }));
      self.tell(recovery_codes);
      return true;
    }),
    renew: tracked(self, "changing", function* (code: string) {
      const { recovery_codes } = yield* wait(env(self).api.call(renewRecoveryCodes, { body: { code: plain(code) } }));
      self.tell(recovery_codes);
      return true;
    }),
    remove: tracked(self, "changing", function* (code: string) {
      const { api, notices, t } = env(self);
      yield* wait(api.call(removeFactor, { body: { code: plain(code) } }));
      notices.success(t("account:factor.removed"), { title: t("common:toast.successful") });
      yield* wait(self.load());
      return true;
    }),
    /** The codes are stored: they are forgotten here. */
    stored(): void {
      self.codes = undefined;
      void self.load();
    },
  }));

export interface FactorStoreInstance extends Instance<typeof FactorStore> {}
