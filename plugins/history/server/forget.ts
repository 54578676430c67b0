// What is kept of erased objects beside their rows and the history goes as well: what areas keep, what jobs told, and
// replies that wait to be repeated.
import {
  type Erasable,
  type ErasableAsking,
  type Erasure,
  emptyJobs,
  forgetReplies,
  type Gone,
  type JobHandler,
} from "#server";

/** Kind of the jobs that erase many. */
export const ERASE_JOB = "history.erase";
/** Kind of the jobs that follow an erasure. */
export const FORGET_JOB = "history.forget";

/** Has areas forget objects of which lines have just been erased, within the same transaction. */
export async function forgetBeside(
  asking: ErasableAsking,
  kinds: Iterable<Erasable>,
  erasure: Erasure,
  gone: readonly Gone[],
): Promise<void> {
  await forgetReplies(asking.db, asking.event.app_id);
  for (const { type, forget } of kinds) {
    const own = gone.filter((one) => one.type === type);
    if (own.length > 0)
      await forget?.(
        asking,
        own.map((one) => ({ id: Number(one.id), addresses: erasure.addressesOf(one) })),
      );
  }
}

/** Reports, files and orders of earlier jobs may name anybody; that of the erasure itself names those who are still there. */
export const forgetReports: JobHandler = async ({ db, appId, now }) => ({
  emptied: await emptyJobs(db, { appId, now: now(), spared: ERASE_JOB }),
});
