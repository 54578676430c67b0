// Mail of the app that is selected: how many letters are in each state, the one that is open, and what is tried again.
import { type Instance, types } from "mobx-state-tree";
import type { BodyOf } from "#schemas/endpoint.ts";
import { env, formatNumber, jobShown, tracked, trackedOf, tracking, trackings, Waiting, wait } from "#web";
import {
  countLetters,
  getLetter,
  type Letter,
  type LetterCounts,
  type LettersRetried,
  type LettersToRetry,
  queryLetters,
  retryLetter,
  retryLetters,
} from "../contract.ts";

type LettersQuestion = BodyOf<typeof queryLetters>;

export const OutboxStore = types
  .compose(
    Waiting,
    types.model("Outbox", {
      counts: types.maybe(types.frozen<LetterCounts>()),
      opened: types.maybe(types.frozen<Letter>()),
      /** Letters that failed among those that the list shows, once they have been counted. */
      failed: types.maybe(types.number),
    }),
  )
  .volatile(() => ({
    counting: tracking(),
    opening: tracking(),
    /** Of each letter, by its id. */
    retrying: trackings(),
    asking: tracking(),
    retryingMany: tracking(),
  }))
  .actions((self) => ({
    ask(failed: number | undefined) {
      self.failed = failed;
      self.asking.problem = undefined;
      self.retryingMany.problem = undefined;
    },
  }))
  .actions((self) => ({
    query(question: LettersQuestion, signal?: AbortSignal) {
      return env(self).api.call(queryLetters, { body: question, ...(signal && { signal }) });
    },

    countLetters: tracked(self, "counting", function* () {
      self.counts = yield* wait(env(self).api.call(countLetters));
    }),

    /** The letter that the address names. */
    open: tracked(self, "opening", function* (letterId: number) {
      self.retrying.of(letterId).problem = undefined;
      if (self.opened?.id !== letterId) self.opened = undefined;
      self.opened = yield* wait(env(self).api.call(getLetter, { params: { letterId } }));
    }),

    retryLetter: trackedOf(
      self,
      "retrying",
      ([letterId]) => letterId,
      function* (letterId: number) {
        const letter = yield* wait(env(self).api.call(retryLetter, { params: { letterId } }));
        // Another may have been opened meanwhile.
        if (self.opened?.id === letterId) self.opened = letter;
        return letter;
      },
    ),

    /** How many of the letters that a question finds have failed. */
    countFailed: tracked(self, "asking", function* (question: LettersToRetry) {
      const filter = [...(question.filter ?? []), { field: "state", op: "eq" as const, value: "failed" }];
      const { matched } = yield* wait(env(self).api.call(queryLetters, { body: { ...question, filter, limit: 0 } }));
      self.ask(matched);
    }),

    /** Tries all of them again; answers how many are in line, also where somebody has stopped it. */
    retryLetters: tracked(self, "retryingMany", function* (question: LettersToRetry) {
      const { api, notices, t } = env(self);
      const { job } = yield* wait(api.call(retryLetters, { body: question }));
      // Over the list nobody would reach what stops it.
      self.ask(undefined);
      const { state, result } = yield* jobShown(self, job.id, t("outbox:retryMany.broke"));
      const count = (result as LettersRetried | undefined)?.retried ?? 0;
      const end = state === "cancelled" ? "outbox:retryMany.stopped" : "outbox:retryMany.done";
      notices.success(t(end, { count, number: formatNumber(count) }));
      return count;
    }),
  }));

export interface OutboxStoreInstance extends Instance<typeof OutboxStore> {}
