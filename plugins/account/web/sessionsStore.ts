// The devices on which the person is logged in.
import { type Instance, types } from "mobx-state-tree";
import { ApiProblem, env, tracked, tracking, wait } from "#web";
import { type AccountSession, endOwnSession, listOwnSessions } from "../contract.ts";

export const SessionsStore = types
  .model("Sessions", { list: types.maybe(types.frozen<readonly AccountSession[]>()) })
  .volatile(() => ({ loading: tracking(), ending: tracking() }))
  .actions((self) => ({
    load: tracked(self, "loading", function* () {
      self.ending.problem = undefined;
      self.list = yield* wait(env(self).api.call(listOwnSessions));
    }),
    end: tracked(self, "ending", function* (sessionId: number) {
      try {
        yield* wait(env(self).api.call(endOwnSession, { params: { sessionId } }));
      } catch (error) {
        // It has been logged out elsewhere, which is what was wanted.
        if (!(error instanceof ApiProblem) || error.code !== "not_found") throw error;
      }
      self.list = self.list?.filter((one) => one.id !== sessionId);
      return true;
    }),
  }));

export interface SessionsStoreInstance extends Instance<typeof SessionsStore> {}
