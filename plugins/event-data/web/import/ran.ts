// A run of an import: what it is for, how far it is, and what it said, whole or as far as it came.
import type { Job } from "#schemas/core.ts";
import type { ThingImportResult } from "../../contract/import.ts";

export type Purpose = "read" | "reread" | "try" | "apply";

/** A job that has been started, until its end has been seen. */
export interface Watched {
  purpose: Purpose;
  id: number;
  progress: number;
  /** It has not begun: other work goes first. */
  waits?: boolean;
  /** Lines of its file. */
  rows?: number;
}

/** What a finished run said; its job keeps the file of the lines with problems. */
export interface Ran {
  job: number;
  result: ThingImportResult;
}

/** Whether lines came in before it ended, however it did. */
export function wroteSome({ state, result }: Job): boolean {
  const { created = 0, updated = 0 } = (result ?? {}) as Partial<ThingImportResult>;
  return state !== "done" && created + updated > 0;
}

/** What it had done by then; nothing where nothing was kept of it. */
export function partOf({ id, state, result }: Job): Ran | undefined {
  return state !== "done" && result ? { job: id, result: result as ThingImportResult } : undefined;
}
