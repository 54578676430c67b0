// The job that puts letters which failed in line again, block by block along their numbers. Each block has its line in the
// history: what is in line stays there, whoever stops the rest and whatever breaks it.
import { eachBlock, type JobHandler, listRows, mailList, retryMail } from "#server";
import type { LettersRetried, LettersToRetry } from "../contract.ts";

/** Kind of the jobs that try many letters again. */
export const RETRY_JOB = "outbox.retry";

const BLOCK = 500;
/** What the history tells of: no letter alone. */
const MANY = { type: "outbox.letter", id: 0, label: "" };

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
        const letters = (await retryMail(db, appId, ids, now())).length;
        if (letters > 0) await context.audit(db, { action: "retry", object: MANY, after: { letters } });
        retried += letters;
        last = ids.at(-1) ?? last;
      },
      { keep: () => ({ at: { last } satisfies Place, result: { retried } }) },
    );
    done += ids.length;
    context.progress(done / Math.max(1, matched));
  }
  return { retried };
};
