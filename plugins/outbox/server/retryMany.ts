// The job that puts letters which failed in line again, block by block along their numbers.
import { eachBlock, type JobHandler, listRows, mailList, retryMail } from "#server";
import type { LettersRetried, LettersToRetry } from "../contract.ts";

/** Kind of the jobs that try many letters again. */
export const RETRY_JOB = "outbox.retry";

const BLOCK = 500;

/** Where it goes on after it was cut off: what failed anew since is not its business. */
interface Place {
  last: number;
}

export const retryMany: JobHandler = async (context): Promise<LettersRetried> => {
  const { payload, appId, read, dialect, kept, signal, now } = context;
  const { zone, filter = [], search } = payload as LettersToRetry;
  let { last } = (kept?.at as Place | undefined) ?? { last: 0 };
  let { retried } = (kept?.result as LettersRetried | undefined) ?? { retried: 0 };
  const failed = [
    { field: "state", op: "eq" as const, value: "failed" },
    { field: "id", op: "gt" as const, value: last },
  ];
  const list = mailList(dialect, appId, zone);
  const question = { ...(search ? { search } : {}), filter: [...filter, ...failed] };
  const { matched } = await listRows(read, dialect, list, { ...question, limit: 0 });
  let done = 0;
  const sort = [{ field: "id", direction: "asc" as const }];
  for await (const rows of eachBlock(read, dialect, list, { ...question, sort, columns: ["id"] }, BLOCK)) {
    signal.throwIfAborted();
    const ids = rows.map(({ id }) => Number(id));
    await context.inTransaction(
      async (db) => {
        retried += (await retryMail(db, appId, ids, now())).length;
        last = ids.at(-1) ?? last;
      },
      { keep: () => ({ at: { last } satisfies Place, result: { retried } }) },
    );
    done += ids.length;
    context.progress(done / Math.max(1, matched));
  }
  return context.inTransaction(
    async (db) => {
      const object = { type: "outbox.letter", id: 0, label: "" };
      if (retried > 0) await context.audit(db, { action: "retry", object, after: { letters: retried } });
      return { retried };
    },
    { last: true },
  );
};
