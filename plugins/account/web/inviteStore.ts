// The create-account page: what the invitation offers, and taking it.
import { type Instance, types } from "mobx-state-tree";
import { ApiProblem, env, tracked, tracking, wait } from "#web";
import { type AccountDraft, acceptInvite, getInvite, type Invite, joinApp } from "../contract.ts";

export const InviteStore = types
  .model("Invite", { invite: types.maybe(types.frozen<Invite>()) })
  .volatile(() => ({ loading: tracking(), accepting: tracking() }))
  .actions((self) => ({
    load: tracked(self, "loading", function* (reference: string) {
      self.invite = undefined;
      self.invite = yield* wait(env(self).api.call(getInvite, { params: { reference } }));
    }),
  }))
  .actions((self) => ({
    /** Makes the account; answers the credentials of its first session. */
    accept: tracked(self, "accepting", function* (reference: string, draft: AccountDraft, code?: string) {
      const body = code ? { ...draft, code: code.replace(/\s/g, "") } : draft;
      try {
        return yield* wait(env(self).api.call(acceptInvite, { params: { reference }, body }));
      } catch (error) {
        // An account was made since the page was opened: the invitation, read anew, leads to the log-in.
        const isLate = error instanceof ApiProblem && error.code === "account.invite_has_account";
        if (isLate) void self.load(reference);
        throw error;
      }
    }),
    /** Takes the invitation with the account that is logged in. */
    join: tracked(self, "accepting", function* (reference: string) {
      env(self).session.setUser(yield* wait(env(self).api.call(joinApp, { params: { reference } })));
      return true;
    }),
  }));

export interface InviteStoreInstance extends Instance<typeof InviteStore> {}
