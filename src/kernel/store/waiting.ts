// The job that a store waits for: how far it is, whether the server is away, and its stopping. `Running` shows it.
import { type Instance, types } from "mobx-state-tree";
import { cancelJob, type Job } from "#schemas/core.ts";
import { env } from "./env.ts";
import { type HowFar, howFar, jobEnd, mustBeDone } from "./jobs.ts";
import { tracked, tracking, wait } from "./tracked.ts";

/**
 * Composed with a store whose area has long jobs.
 * @example types.compose(Waiting, types.model("Notes", { … }))
 */
export const Waiting = types
  .model("Waiting", {
    running: types.maybe(types.frozen<HowFar & { stops: boolean; isSending?: boolean }>()),
  })
  .volatile(() => ({
    isLost: false,
    stopping: tracking(),
    /** Ends the connection over which a file is being sent. */
    giveUp: undefined as (() => void) | undefined,
  }))
  .actions((self) => ({
    run(running: typeof self.running) {
      // Why another one could not be stopped says nothing of this one.
      if (running && running.id !== self.running?.id) self.stopping.problem = undefined;
      self.running = running;
    },
    lose(isLost: boolean) {
      self.isLost = isLost;
    },
  }))
  .actions((self) => ({
    stop: tracked(self, "stopping", function* () {
      const { running } = self;
      // What the server has whole becomes a job, which cannot be stopped before it is known.
      if (running?.isSending) {
        if (running.stops) self.giveUp?.();
      } else if (running) yield* wait(env(self).api.call(cancelJob, { params: { jobId: running.id } }));
    }),
  }));

export interface WaitingInstance extends Instance<typeof Waiting> {}

/** How a file is sent: by a signal that ends it, and by who hears how much has gone out. */
export interface FileWay {
  signal: AbortSignal;
  sent: (share: number) => void;
}

/**
 * Sends a file, shows how far that is, and answers what the server said; undefined where somebody has stopped it on the way, of
 * which the server keeps nothing. Once all of it has gone out it is stopped by its job alone.
 * @example
 * const started = yield* fileSent(self, (way) => api.call(importNotes, { ...input, ...way }));
 * if (!started) return false;
 */
export function* fileSent<Answer>(
  self: WaitingInstance,
  send: (way: FileWay) => Promise<Answer>,
  // biome-ignore lint/suspicious/noExplicitAny: each `yield` has a type of its own
): Generator<Promise<unknown>, Answer | undefined, any> {
  const giving = new AbortController();
  const stop = () => giving.abort();
  const show = (progress: number) => self.run({ id: SENDING, progress, stops: progress < 1, isSending: true });
  show(0);
  self.giveUp = stop;
  const sent = (share: number) => {
    if (self.giveUp === stop && !giving.signal.aborted) show(share);
  };
  try {
    return yield* wait(send({ signal: giving.signal, sent }));
  } catch (problem) {
    if (giving.signal.aborted) return undefined;
    throw problem;
  } finally {
    // Another may be on its way by now.
    if (self.giveUp === stop) {
      self.giveUp = undefined;
      self.run(undefined);
    }
  }
}

/** What is being sent has no job yet. */
const SENDING = 0;

/** Waits for a job while it is shown; answers it when it is done or somebody has stopped it, and else throws what `mustBeDone` does. */
export function* jobShown(
  self: WaitingInstance,
  id: number,
  failed: string,
  // biome-ignore lint/suspicious/noExplicitAny: each `yield` has a type of its own
): Generator<Promise<unknown>, Job, any> {
  self.run({ id, progress: 0, stops: true });
  try {
    const look = (job: Job) => self.run({ ...howFar(job), id, stops: true });
    const job = yield* jobEnd(env(self).api, id, { look, lost: self.lose });
    return job.state === "cancelled" ? job : mustBeDone(job, failed);
  } finally {
    // Another may have taken its place.
    if (self.running?.id === id) self.run(undefined);
  }
}
