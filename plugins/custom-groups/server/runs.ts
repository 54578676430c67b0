// What lists of members changed, and its undoing.
import { type AuditEntry, type Db, type Dialect, isOneOf, type JobHandler, pause, removeInBlocks, sql } from "#server";
import { type MembersUndo, UNDO_MINUTES } from "../contract.ts";
import { groupSets, thingsOf } from "./members.ts";
import { findGroup } from "./repository.ts";
import { OBJECT } from "./rules.ts";
import type { CustomGroupsTables } from "./tables.ts";
import { tellMembers } from "./told.ts";

/** Kind of the jobs that undo. */
export const UNDO_JOB = "custom-groups.undo";
const BLOCK = 1000;
const HOUR_MS = 3_600_000;

const tables = (db: Db) => db.withTables<CustomGroupsTables>();

interface Changed {
  jobId: number;
  eventId: number;
  groupId: number;
  added?: readonly number[];
  removed?: readonly number[];
}

/** Keeps whom a list has put in or taken out by now; from now on there are ten minutes again. */
export async function keepRun(db: Db, changed: Changed, now: Date): Promise<string> {
  const { jobId, eventId, groupId, added = [], removed = [] } = changed;
  const until = new Date(now.getTime() + UNDO_MINUTES * 60_000).toISOString();
  const rows = [
    ...added.map((thing_id) => ({ job_id: jobId, thing_id, was_added: 1 })),
    ...removed.map((thing_id) => ({ job_id: jobId, thing_id, was_added: 0 })),
  ];
  if (rows.length > 0) await tables(db).insertInto("custom_groups_undo").values(rows).execute();
  const counts = { added: added.length, removed: removed.length };
  await tables(db)
    .insertInto("custom_groups_run")
    .values({ job_id: jobId, event_id: eventId, group_id: groupId, ...counts, until, undone_at: null })
    .onConflict((conflict) =>
      conflict.column("job_id").doUpdateSet((is) => ({
        until,
        added: is("custom_groups_run.added", "+", counts.added),
        removed: is("custom_groups_run.removed", "+", counts.removed),
      })),
    )
    .execute();
  return until;
}

/** How many of some profiles a list has put in that goes on after a cut. */
export async function addedBy(db: Db, { kind }: Dialect, jobId: number, ids: readonly number[]): Promise<number> {
  const row = await tables(db)
    .selectFrom("custom_groups_undo")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("job_id", "=", jobId)
    .where("was_added", "=", 1)
    .where(isOneOf(kind, "thing_id", [...ids]))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** How many it has taken out. */
export async function countRemovedBy(db: Db, jobId: number): Promise<number> {
  const row = await tables(db)
    .selectFrom("custom_groups_run")
    .select("removed")
    .where("job_id", "=", jobId)
    .executeTakeFirst();
  return Number(row?.removed ?? 0);
}

/** What can still be undone of a group, the latest first. */
export async function listRuns(db: Db, groupId: number, now: Date) {
  return tables(db)
    .selectFrom("custom_groups_run")
    .select(["job_id as job", "added", "removed", "until"])
    .where("group_id", "=", groupId)
    .where("undone_at", "is", null)
    .where("until", ">=", now.toISOString())
    .orderBy("job_id", "desc")
    .execute();
}

/** Claims a list for its undoing; false when it is too late or has been claimed. */
export async function claimRun(db: Db, jobId: number, groupId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tables(db)
    .updateTable("custom_groups_run")
    .set({ undone_at: now.toISOString() })
    .where("job_id", "=", jobId)
    .where("group_id", "=", groupId)
    .where("undone_at", "is", null)
    .where("until", ">=", now.toISOString())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** An undoing that has begun in time has an hour. */
export async function tidyRuns({ db, now }: { db: Db; now: Date }): Promise<void> {
  const before = new Date(now.getTime() - HOUR_MS).toISOString();
  const over = await tables(db).selectFrom("custom_groups_run").select("job_id").where("until", "<", before).execute();
  for (const { job_id } of over)
    await removeInBlocks(db as never, "custom_groups_undo", "thing_id", sql<boolean>`job_id = ${job_id}`);
  await tables(db).deleteFrom("custom_groups_run").where("until", "<", before).execute();
}

const takeBack: JobHandler = async (context): Promise<MembersUndo> => {
  const { payload, eventId = 0, kept, dialect, read, inTransaction, audit, offered, progress, signal, now } = context;
  const { job, groupId, members } = payload as { job: number; groupId: number; members: number };
  const result = (kept?.result as MembersUndo | undefined) ?? { removed: 0, added: 0 };
  const things = thingsOf(offered);
  const group = await findGroup(read, eventId, groupId);
  const known = { id: groupId, name: group?.name ?? "" };
  const object = { type: OBJECT, id: groupId, label: known.name };
  const around = (db: Db) => ({ db, eventId, offered, audit: (entry: AuditEntry) => audit(db, entry) });
  const giveWay = pause();
  let done = 0;
  for (let after = (kept?.at as number | undefined) ?? 0; ; ) {
    signal.throwIfAborted();
    const rows = await tables(read)
      .selectFrom("custom_groups_undo")
      .select(["thing_id", "was_added"])
      .where("job_id", "=", job)
      .where("thing_id", ">", after)
      .orderBy("thing_id")
      .limit(BLOCK)
      .execute();
    const last = rows.at(-1)?.thing_id;
    if (last === undefined) return inTransaction(async () => result, { last: true });
    after = last;
    const idsOf = (wasAdded: number) =>
      rows.filter(({ was_added }) => was_added === wasAdded).map(({ thing_id }) => thing_id);
    await inTransaction(
      async (db) => {
        // Whoever goes on once somebody has stopped it begins with the rest.
        const ids = rows.map(({ thing_id }) => thing_id);
        const over = tables(db).deleteFrom("custom_groups_undo").where("job_id", "=", job);
        await over.where(isOneOf(dialect.kind, "thing_id", ids)).execute();
        // Whoever is leaving ends first.
        await things.noteChange(db, eventId);
        const named = await things.named(db, eventId, idsOf(0));
        const back = named.map(({ id }) => id);
        const removed = await groupSets.remove(db, eventId, groupId, idsOf(1));
        // Who has left since is not put in again.
        const added = await groupSets.add(db, eventId, groupId, back, now().toISOString());
        result.removed += removed.length;
        result.added += added.length;
        if (removed.length + added.length === 0) return;
        const names = await tellMembers(around(db), known, removed, false);
        if (removed.length > 0) await audit(db, { action: "undo", object, before: { removed: removed.length, names } });
        if (added.length > 0) {
          const after = { added: added.length, names: await tellMembers(around(db), known, added, true) };
          await audit(db, { action: "undo", object, after });
        }
      },
      { keep: () => ({ at: last, result }) },
    );
    done += rows.length;
    progress(done / Math.max(1, members));
    await giveWay();
  }
};

/** What is left of a list whose undoing was stopped or broke can be undone for ten minutes. */
async function release(db: Db, payload: unknown, at: Date): Promise<void> {
  const { job } = payload as { job: number };
  const left = await tables(db)
    .selectFrom("custom_groups_undo")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.sum<number | null>("was_added").as("added")])
    .where("job_id", "=", job)
    .executeTakeFirstOrThrow();
  const added = Number(left.added);
  const until = new Date(at.getTime() + UNDO_MINUTES * 60_000).toISOString();
  await tables(db)
    .updateTable("custom_groups_run")
    .set({ undone_at: null, until, added, removed: Number(left.count) - added })
    .where("job_id", "=", job)
    .execute();
}

export const undoMemberRun: JobHandler = Object.assign(takeBack, { release });
