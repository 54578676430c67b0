// Mail of the app that is selected.
import { type Instance, types } from "mobx-state-tree";
import { env, tracked, tracking, wait } from "#web";
import { type Letter, listLetters, retryLetter } from "../contract.ts";

export const OutboxStore = types
  .model("OutboxStore", {
    letters: types.maybe(types.frozen<readonly Letter[]>()),
    sends: types.optional(types.boolean, true),
  })
  .volatile(() => ({ listing: tracking(), retrying: tracking() }))
  .actions((self) => ({
    put(letter: Letter) {
      self.letters = self.letters?.map((each) => (each.id === letter.id ? letter : each));
    },
  }))
  .actions((self) => ({
    listLetters: tracked(self, "listing", function* () {
      const { letters, sends } = yield* wait(env(self).api.call(listLetters));
      self.letters = letters;
      self.sends = sends;
    }),

    retryLetter: tracked(self, "retrying", function* (letterId: number) {
      self.put(yield* wait(env(self).api.call(retryLetter, { params: { letterId } })));
    }),
  }));

export interface OutboxStoreInstance extends Instance<typeof OutboxStore> {}
