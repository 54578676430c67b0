// Waiting for a job of the server inside a tracked generator, also while the server is away for a moment.
import { getJob, type Job } from "#schemas/core.ts";
import type { ApiClient } from "../api/client.ts";
import { ApiProblem, isPassing } from "../api/problem.ts";
import { wait } from "./tracked.ts";

const LOOK_MS = 250;
const LOST_MS = 1000;
/** Looks in vain, one after another, until the server is taken to stay away: some minutes where somebody is told, else seconds. */
const PATIENCE = { told: 100, untold: 6 };

/** What is heard of a job while it is waited for. */
interface Watching {
  /** Sees it each time. */
  look?: (job: Job) => void;
  /** True when the server cannot be asked, which says nothing of the job; false when it can again. */
  lost?: (isLost: boolean) => void;
}

/**
 * Looks at a job until it is done, has failed or was called off, and answers it. A server that cannot be reached is asked
 * again for a while: a job goes on after a restart.
 * @example
 * const { job } = yield* wait(api.call(startNotesExport, { params: { eventId } }));
 * mustBeDone(yield* jobEnd(api, job.id), t("notes:export.failed"));
 */
export function* jobEnd(
  api: Pick<ApiClient, "call">,
  jobId: number,
  { look, lost }: Watching = {},
  // biome-ignore lint/suspicious/noExplicitAny: each `yield` has a type of its own
): Generator<Promise<unknown>, Job, any> {
  let vain = 0;
  try {
    for (;;) {
      yield* wait(new Promise((done) => setTimeout(done, vain > 0 ? LOST_MS : LOOK_MS)));
      const job = yield* wait(api.call(getJob, { params: { jobId } }).catch((error: unknown) => error));
      if (job instanceof Error) {
        vain += 1;
        if (!isAway(job) || vain >= PATIENCE[lost ? "told" : "untold"]) throw job;
        lost?.(true);
        continue;
      }
      if (vain > 0) lost?.(false);
      vain = 0;
      look?.(job as Job);
      const { state } = job as Job;
      if (state !== "queued" && state !== "running") return job as Job;
    }
  } finally {
    if (vain > 0) lost?.(false);
  }
}

/** How far a job is, as it is shown: one that has not begun waits for others. */
export interface HowFar {
  id: number;
  /** From 0 to 1. */
  progress: number;
  waits?: boolean;
}

/**
 * @example
 * jobEnd(api, job.id, { look: (job) => self.follow(howFar(job)) });
 */
export function howFar({ id, progress, state }: Job): HowFar {
  return { id, progress, ...(state === "queued" && { waits: true }) };
}

const isAway = (error: Error) => isPassing(error) || (error instanceof ApiProblem && error.code === "timeout");

/** Hands on a job that is done. Throws ApiProblem for any other, in the server's words or, where it has none, with `failed`. */
export function mustBeDone(job: Job, failed: string): Job {
  if (job.state === "done") return job;
  throw new ApiProblem({ code: "http", ...job, status: 0, message: job.error ?? failed });
}
