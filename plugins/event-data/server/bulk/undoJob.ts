// The job that undoes an act on many, block by block.
import { type Db, type JobHandler, ProblemError } from "#server";
import type { BulkResult } from "../../contract.ts";
import { lockThings } from "../locks.ts";
import { latestMerges } from "./latestMerges.ts";
import { LeftFile } from "./leftFile.ts";
import { releaseUndone } from "./stopped.ts";
import { Undo } from "./undo.ts";
import { countUndo, findAct, forgetUndone, leaveAct, type UndoRow, undoRows } from "./undoRows.ts";
import type { UndoOrder } from "./undoTelling.ts";

export const UNDO_JOB = "event-data.bulk-undo";

const BLOCK = 500;

/** What has been tried: everybody up to one, and who was left alone of those behind them. */
interface Place {
  after: number | undefined;
  left: readonly number[];
  /** The file of those has been begun. */
  file?: boolean;
}

/** Jobs that were begun earlier kept only the one. */
const placeOf = (at: unknown): Place =>
  typeof at === "number" ? { after: at, left: [] } : ((at as Place | undefined) ?? { after: undefined, left: [] });

const undoAct: JobHandler = async (context): Promise<BulkResult> => {
  const { job, locale } = context.payload as UndoOrder;
  const { eventId = 0, kept } = context;
  const result = (kept?.result as BulkResult | undefined) ?? {
    ...{ changed: 0, unchanged: 0, skipped: 0, errors: [], sample: [] },
    until: null,
  };
  const undo = new Undo(context, eventId, result);
  // Those whose turn is still to come have been tried already, and told.
  const { after: from, left: tried, file: isBegun } = placeOf(kept?.at);
  const file = new LeftFile(locale, (key) => context.speak(locale, key), isBegun);
  undo.file = file;
  for (const id of tried) undo.left.add(id);
  const placeAt = (at: number): Place => {
    const left = [...undo.left].filter((id) => id > at);
    return { after: at, left, file: file.isBegun };
  };
  const left = await countUndo(context.read, job);
  let done = 0;
  // Whoever goes on once somebody has stopped it begins with the rest.
  const put = (at: number, work: (db: Db) => Promise<readonly UndoRow[]>) =>
    context.inTransaction(
      async (db) => {
        const all = await work(db);
        const back = all.filter(({ thingId }) => !undo.left.has(thingId) || undo.erased.has(thingId));
        await forgetUndone(db, context.dialect, job, back);
        const more = file.take();
        if (more) await context.addToFile(db, more);
      },
      { keep: () => ({ at: placeAt(at), result }) },
    );
  const goOn = (some: readonly UndoRow[]) => {
    done += some.length;
    context.progress(done / Math.max(1, left));
    context.signal.throwIfAborted();
  };
  const act = (await findAct(context.read, job)) as { do?: string } | undefined;
  if (act?.do === "merge") {
    for (const { step, thingId } of await latestMerges(context.read, job, from)) {
      let rows: readonly UndoRow[] = [];
      // A merge is undone in a transaction of its own: what cannot be is told, and nothing of it is half.
      await put(step, async (db) => {
        await lockThings(db, context.dialect, eventId);
        rows = await undoRows(db, job, thingId - 1, 1, thingId);
        await undo.unmerge(db, rows);
        return rows;
      }).catch((error: unknown) => {
        if (!(error instanceof ProblemError)) throw error;
        return put(step, async () => {
          undo.leaveMerged(rows, error);
          return rows;
        });
      });
      goOn(rows);
    }
  } else {
    for (let after = from ?? 0; ; ) {
      const from = after;
      const rows = await undoRows(context.read, job, from, BLOCK);
      const last = rows.at(-1)?.thingId;
      if (last === undefined) break;
      after = last;
      await put(after, async (db) => {
        await lockThings(db, context.dialect, eventId);
        // What came to them until now, without anybody having changed them, has been noted.
        return undo.take(db, await undoRows(db, job, from, BLOCK, last));
      });
      goOn(rows);
    }
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
export const undoBulk: JobHandler = Object.assign(undoAct, { release: releaseUndone });
