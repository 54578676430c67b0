// Links that a job made together, and for how long they can be taken away again.
import { type AuditEntry, type Db, type JobHandler, pause } from "#server";
import { type LinkRun, type LinkSource, type LinkUndo, UNDO_MINUTES } from "../contract.ts";
import { findKind, removeLinks } from "./repository.ts";
import type { RelationshipsTables } from "./tables.ts";
import { tellLinks } from "./told.ts";

/** Kind of the jobs that undo. */
export const UNDO_JOB = "relationships.undo";
const BLOCK = 500;

const tables = (db: Db) => db.withTables<RelationshipsTables>();

interface Run {
  jobId: number;
  eventId: number;
  kindId: number;
  source: LinkSource;
  links: number;
}

/** Notes what a job has made by now; from now on there are ten minutes again. */
export async function keepRun(db: Db, { jobId, eventId, kindId, source, links }: Run, now: Date): Promise<string> {
  const until = new Date(now.getTime() + UNDO_MINUTES * 60_000).toISOString();
  await tables(db)
    .insertInto("relationships_run")
    .values({ job_id: jobId, event_id: eventId, kind_id: kindId, source, links, until })
    .onConflict((conflict) => conflict.column("job_id").doUpdateSet({ links, until }))
    .execute();
  return until;
}

/** What can still be undone of a kind, the latest first. */
export async function listRuns(db: Db, kindId: number, now: Date): Promise<LinkRun[]> {
  const rows = await tables(db)
    .selectFrom("relationships_run")
    .select(["job_id as job", "links", "source", "until"])
    .where("kind_id", "=", kindId)
    .where("until", ">=", now.toISOString())
    .orderBy("job_id", "desc")
    .execute();
  return rows.map((row) => ({ ...row, source: row.source as LinkSource }));
}

/** Claims what a job made for its undoing; false when it is too late or has been claimed. */
export async function claimRun(db: Db, jobId: number, kindId: number, now: Date): Promise<boolean> {
  const { numDeletedRows } = await tables(db)
    .deleteFrom("relationships_run")
    .where("job_id", "=", jobId)
    .where("kind_id", "=", kindId)
    .where("until", ">=", now.toISOString())
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function tidyRuns({ db, now }: { db: Db; now: Date }): Promise<void> {
  await tables(db).deleteFrom("relationships_run").where("until", "<", now.toISOString()).execute();
}

/** What the undoing is started with. */
export type LinkUndoing = Pick<Run, "eventId" | "kindId" | "source" | "links"> & { job: number };

const takeAway: JobHandler = async (context): Promise<LinkUndo> => {
  const { payload, eventId = 0, kept, read, inTransaction, audit, progress, offered } = context;
  const { job, kindId, links } = payload as LinkUndoing;
  const result: LinkUndo = { removed: (kept?.result as LinkUndo | undefined)?.removed ?? 0 };
  const kind = await findKind(read, eventId, kindId);
  const giveWay = pause();
  for (;;) {
    context.signal.throwIfAborted();
    const isOver = await inTransaction(
      async (db) => {
        const ids = await tables(db)
          .selectFrom("relationships_link")
          .select("id")
          .where("job_id", "=", job)
          .limit(BLOCK)
          .execute();
        const removed = await removeLinks(
          db,
          eventId,
          ids.map(({ id }) => id),
        );
        result.removed += removed.length;
        if (removed.length > 0) {
          const object = { type: "relationships.kind", id: kindId, label: kind?.name ?? "" };
          await audit(db, { action: "undo", object, before: { links: removed.length } });
          const around = { db, eventId, offered, audit: (entry: AuditEntry) => audit(db, entry) };
          if (kind) await tellLinks(around, kind, removed, false);
        }
        return ids.length < BLOCK;
      },
      { keep: () => ({ at: 0, result }) },
    );
    if (isOver) return inTransaction(async () => result, { last: true });
    progress(result.removed / Math.max(1, links));
    await giveWay();
  }
};

/** What is left of the links whose undoing was stopped or broke can be taken away for ten minutes. */
async function release(db: Db, payload: unknown, at: Date): Promise<void> {
  const { job, eventId, kindId, source } = payload as LinkUndoing;
  const left = await tables(db)
    .selectFrom("relationships_link")
    .select(({ fn }) => fn.countAll<number>().as("links"))
    .where("job_id", "=", job)
    .executeTakeFirstOrThrow();
  if (Number(left.links) > 0) await keepRun(db, { jobId: job, eventId, kindId, source, links: Number(left.links) }, at);
}

export const undoLinkRun: JobHandler = Object.assign(takeAway, { release });
