// Rows of jobs, and the ways in which the work on one ends early.
import type { Kysely, Selectable } from "kysely";
import type { CoreTables, JobTable } from "../../db/tables.ts";

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

export async function keepFile(
  db: Kysely<CoreTables>,
  jobId: number,
  side: "input" | "output",
  file: { name: string; mediaType: string; bytes: Buffer },
): Promise<void> {
  const kept = { name: file.name, media_type: file.mediaType, bytes: file.bytes };
  await db
    .insertInto("core_job_file")
    .values({ job_id: jobId, side, ...kept })
    // A job that begins anew makes its file anew.
    .onConflict((conflict) => conflict.columns(["job_id", "side"]).doUpdateSet(kept))
    .execute();
}
