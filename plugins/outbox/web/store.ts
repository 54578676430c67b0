// Mail of the app that is selected: how many letters are in each state, the one that is open, and what is tried again.
import { type Instance, types } from "mobx-state-tree";
import type { BodyOf } from "#schemas/endpoint.ts";
import {
  type Begun,
  begunIn,
  type Env,
  env,
  formatNumber,
  jobShown,
  tracked,
  trackedOf,
  tracking,
  trackings,
  untilSeen,
  Waiting,
  type WaitingInstance,
  wait,
} from "#web";
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

const placeIn = ({ tab, session }: Env) => begunIn(tab, `outbox.${session.app?.id}`);

/** Tells how many are in line once it has ended, also where somebody has stopped it. */
function* retriedEnd(
  self: WaitingInstance,
  begun: Begun,
  // biome-ignore lint/suspicious/noExplicitAny: each `yield` has a type of its own
): Generator<Promise<unknown>, number, any> {
  const { notices, t } = env(self);
  const ending = jobShown(self, begun.id, t("outbox:retryMany.broke"));
  const { state, result } = yield* untilSeen(placeIn(env(self)), begun, ending);
  const count = (result as LettersRetried | undefined)?.retried ?? 0;
  const end = state === "cancelled" ? "outbox:retryMany.stopped" : "outbox:retryMany.done";
  notices.success(t(end, { count, number: formatNumber(count) }));
  return count;
}

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
    /** The job that tries letters of this app again and was begun before a reload, unless it is waited for. */
    left(): Begun | undefined {
      return self.retryingMany.busy ? undefined : placeIn(env(self)).found();
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
      const { job } = yield* wait(env(self).api.call(retryLetters, { body: question }));
      // Over the list nobody would reach what stops it.
      self.ask(undefined);
      return yield* retriedEnd(self, { id: job.id });
    }),

    /** Goes on waiting for what was going on before a reload. */
    awaitRetry: tracked(self, "retryingMany", function* (begun: Begun) {
      return yield* retriedEnd(self, begun);
    }),
  }));

export interface OutboxStoreInstance extends Instance<typeof OutboxStore> {}
