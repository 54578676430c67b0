// Rows of jobs, and the ways in which the work on one ends early.
import type { Kysely, Selectable } from "kysely";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { commonProblems, type ProblemKind, WHOLE } from "#schemas/problem.ts";
import type { CoreTables, JobTable } from "../../db/tables.ts";
import { faultOf, ProblemError, problem } from "../../kernel/problem.ts";

export type JobRow = Selectable<JobTable>;

/** A job that this process works on. */
export interface Running {
  id: number;
  progress: number;
  abort: AbortController;
  /** Tells the others how far it is, now and then. */
  report: () => void;
}

/** Somebody called it off. */
export class Cancelled extends Error {}
/** The server stops: the job waits for the next start. */
export class Stopping extends Error {}
/** Another process has it. */
export class Lost extends Error {}

/** How long a process is known to have a job after it has said so. */
export const LEASE_MS = 30_000;

export function leaseFrom(at: Date): string {
  return new Date(at.getTime() + LEASE_MS).toISOString();
}

/** For whom a job works. */
type Asked = Pick<JobRow, "app_id" | "event_id" | "user_id" | "token_id"> & Partial<Pick<JobRow, "scope">>;

/** The columns of a job that nobody has taken yet. */
export function waitingValues({ payload, ...of }: Asked & { kind: string; payload: unknown }, at: Date) {
  return {
    ...of,
    state: "queued",
    progress: 0,
    payload: JSON.stringify(payload ?? null),
    result: null,
    error: null,
    worker: null,
    lease_until: null,
    created_at: at.toISOString(),
    finished_at: null,
  };
}

/** Has what a job did for good put back by another kind of job, if that is how jobs of its kind end early; answers whether it is. */
export async function putBack(db: Kysely<CoreTables>, job: JobRow, by: string | undefined, at: Date): Promise<boolean> {
  if (by === undefined || job.kept === null) return false;
  const { app_id, event_id, user_id, token_id } = job;
  const payload = { ...JSON.parse(job.payload), job: job.id };
  await db
    .insertInto("core_job")
    .values(waitingValues({ kind: by, app_id, event_id, user_id, token_id, payload }, at))
    .execute();
  return true;
}

/** The columns of a job that has ended well. */
export function doneValues(at: Date, result: unknown) {
  return {
    state: "done",
    progress: 1,
    result: JSON.stringify(result ?? null),
    worker: null,
    lease_until: null,
    finished_at: at.toISOString(),
  };
}

/** What a job that was cut off goes on from: its place, and the result up to there. */
export interface Kept {
  at: unknown;
  result: unknown;
}

/** What the job has done for good so far; nothing, if it keeps no place. */
export function keptOf({ kept }: Pick<JobRow, "kept">): Kept | undefined {
  return kept === null ? undefined : (JSON.parse(kept) as Kept);
}

/** The columns of why a job failed: the sentence, its code and reasons, and what there is to report all the same. */
export function whyFailed(error: unknown, endpoints: readonly AnyEndpoint[]) {
  const { code, detail } = error instanceof ProblemError ? error : brokenBy(error);
  const { fields = {}, reasons = {}, result } = detail;
  const catalogue: Record<string, ProblemKind> = Object.assign({}, ...endpoints.map((each) => each.problems));
  const kind = (commonProblems as Record<string, ProblemKind>)[code] ?? catalogue[code];
  const said = detail.message ?? kind?.message ?? code;
  // Nobody sees a job's fields: the one that is wrong is what is wrong.
  const [why, ...more] = Object.values(reasons);
  const whole = reasons[WHOLE] ?? (more.length === 0 ? why : undefined);
  return {
    error: [said, ...Object.values(fields).filter((field) => field !== said)].join(": "),
    problem: JSON.stringify({ code, ...(whole && { reasons: { ...reasons, [WHOLE]: whole } }) }),
    ...(result === undefined ? {} : { result: JSON.stringify(result) }),
  };
}

/** What is told of a job that broke by itself. */
function brokenBy(error: unknown): ProblemError {
  const fault = error instanceof Error && faultOf(error);
  if (fault) return fault.told;
  const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  if (!isTooLarge) return problem("unexpected");
  const message =
    "This needs more memory than a job may have. What it had done by then stays; try it with less at a time";
  return problem("unexpected", { message, text: "problem:said.memory" });
}
