// Waiting for a job of the server inside a tracked generator.
import { getJob, type Job } from "#schemas/core.ts";
import type { ApiClient } from "../api/client.ts";
import { ApiProblem } from "../api/problem.ts";
import { wait } from "./tracked.ts";

const LOOK_MS = 250;

/**
 * Looks at a job until it is done, has failed or was called off, and answers it; `look` sees it each time.
 * @example
 * const { job } = yield* wait(api.call(startNotesExport, { params: { eventId } }));
 * mustBeDone(yield* jobEnd(api, job.id), t("notes:export.failed"));
 */
export function* jobEnd(
  api: Pick<ApiClient, "call">,
  jobId: number,
  look?: (job: Job) => void,
  // biome-ignore lint/suspicious/noExplicitAny: each `yield` has a type of its own
): Generator<Promise<unknown>, Job, any> {
  for (;;) {
    yield* wait(new Promise((done) => setTimeout(done, LOOK_MS)));
    const job = yield* wait(api.call(getJob, { params: { jobId } }));
    look?.(job);
    if (job.state !== "queued" && job.state !== "running") return job;
  }
}

/** Hands on a job that is done. Throws ApiProblem for any other, in the server's words or, where it has none, with `failed`. */
export function mustBeDone(job: Job, failed: string): Job {
  if (job.state === "done") return job;
  throw new ApiProblem({ code: "http", status: 0, message: job.error ?? failed });
}
