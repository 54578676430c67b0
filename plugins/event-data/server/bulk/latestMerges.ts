// In which order many merges of one act are undone.
import type { Db } from "#server";
import { undoRows } from "./undoRows.ts";

const AT_ONCE = 500;

/**
 * The merges that an act kept, the latest first: so they are undone, for each may have moved once more what an earlier one had moved.
 * Only those before a step; whoever has been erased comes last, in a place of their own.
 */
export async function latestMerges(db: Db, jobId: number, before = Number.POSITIVE_INFINITY) {
  const found: { step: number; thingId: number }[] = [];
  for (let after = 0; ; ) {
    const rows = await undoRows(db, jobId, after, AT_ONCE);
    for (const { thingId, before: kept } of rows) {
      const { step = -thingId } = kept as { step?: number };
      if (step < before) found.push({ step, thingId });
    }
    const last = rows.at(-1);
    if (!last) return found.sort((one, other) => other.step - one.step);
    after = last.thingId;
  }
}
