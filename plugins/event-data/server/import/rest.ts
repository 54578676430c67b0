// What a file that has been imported left out: these lines come in alone, and the others tell whom they are about.
import { findOwnJob, type JobContext } from "#server";
import type { ThingImportResult } from "../../contract.ts";
import { type FileRow, isBlank } from "./read/table.ts";

/** Rows that are looked at together. */
const BLOCK = 1000;

interface Of {
  only: readonly number[];
  /** Lines that have not come in. */
  refused: ReadonlySet<number>;
}

/** The rows of the lines that are wanted, once all the others have been looked at: of these, one that comes later may be about the same profile. */
export async function* restOf(
  rows: AsyncIterable<FileRow>,
  { only, refused }: Of,
  lookAt: (rows: readonly FileRow[]) => Promise<void>,
): AsyncGenerator<FileRow> {
  const wanted = new Set(only);
  const rest: FileRow[] = [];
  let others: FileRow[] = [];
  for await (const row of rows) {
    if (wanted.has(row.line)) rest.push(row);
    else if (!refused.has(row.line) && !isBlank(row)) others.push(row);
    if (others.length < BLOCK) continue;
    await lookAt(others);
    others = [];
  }
  await lookAt(others);
  yield* rest;
}

/** Lines that a run refused and did not tell with their cells: those that it told have been mended since, or are among the rest. */
export async function refusedBy(
  { read, appId, who }: Pick<JobContext, "read" | "appId" | "who">,
  eventId: number,
  { kind, job }: { kind: string; job: number | undefined },
): Promise<ReadonlySet<number>> {
  const ran = job && (await findOwnJob({ db: read, app: { id: appId }, event: { id: eventId }, who }, job));
  if (!ran || ran.kind !== kind) return new Set();
  const refused = new Set((ran.place as { refused?: number[] } | undefined)?.refused);
  for (const { line } of (ran.result as ThingImportResult | undefined)?.lines ?? []) refused.delete(line);
  return refused;
}
