// The job that undoes an act on many, block by block.
import { type Db, type JobHandler, ProblemError } from "#server";
import type { BulkResult } from "../../contract.ts";
import { Undo } from "./undo.ts";
import { countUndo, forgetUndone, freeUndone, leaveAct, type UndoRow, undoRows } from "./undoRows.ts";
import type { UndoOrder } from "./undoTelling.ts";

export const UNDO_JOB = "event-data.bulk-undo";

const BLOCK = 500;

const undoAct: JobHandler = async (context): Promise<BulkResult> => {
  const { job } = context.payload as UndoOrder;
  const { eventId = 0, kept } = context;
  const result = (kept?.result as BulkResult | undefined) ?? {
    ...{ changed: 0, unchanged: 0, skipped: 0, errors: [], sample: [] },
    until: null,
  };
  const undo = new Undo(context, eventId, result);
  const left = await countUndo(context.read, job);
  let done = 0;
  for (let after = (kept?.at as number | undefined) ?? 0; ; ) {
    const rows = await undoRows(context.read, job, after, BLOCK);
    if (rows.length === 0) break;
    after = rows.at(-1)?.thingId ?? after;
    const at = after;
    const isMerge = rows.some(({ before }) => "merged" in (before as object));
    for (const [step, some] of (isMerge ? rows.map((row) => [row]) : [rows]).entries()) {
      // A merge is undone in a transaction of its own: what cannot be is told, and nothing of it is half.
      const place = isMerge ? (rows[step] as UndoRow).thingId : at;
      const keep = () => ({ at: place, result });
      const takeBack = (db: Db) => (isMerge ? undo.unmerge(db, some) : undo.take(db, some));
      // Whoever goes on once somebody has stopped it begins with the rest.
      const put = (work: (db: Db) => Promise<void>) =>
        context.inTransaction(
          async (db) => {
            await work(db);
            const back = some.filter(({ thingId }) => !undo.left.has(thingId) || undo.erased.has(thingId));
            await forgetUndone(db, context.dialect, job, back);
          },
          { keep },
        );
      await put(takeBack).catch((error: unknown) => {
        if (!isMerge || !(error instanceof ProblemError)) throw error;
        return put(async () => undo.leaveMerged(some, error));
      });
      done += some.length;
      context.progress(done / Math.max(1, left));
      context.signal.throwIfAborted();
    }
    context.signal.throwIfAborted();
  }
  return context.inTransaction(
    async (db) => {
      const isAnyLeft = result.changed === 0 && result.skipped > 0 && (await countUndo(db, job)) > 0;
      if (isAnyLeft) await leaveAct(db, job);
      return result;
    },
    { last: true },
  );
};

/** Can be stopped between its blocks; what is left is then undone by another job. */
export const undoBulk: JobHandler = Object.assign(undoAct, { release: freeUndone });
