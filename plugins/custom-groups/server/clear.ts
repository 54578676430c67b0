// The members of groups that have been removed: they go in steps, between which others write.
import { type Context, type Db, type JobHandler, pause, sql } from "#server";

/** Kind of the jobs that clear. */
export const CLEAR_JOB = "custom-groups.clear";

/** As many as one statement takes away without holding up whoever asks for something else. */
const BLOCK = 500;

/** Blocks that are tidied of one that nobody goes on with, each time. */
const TIDIED = 20;

/** What a clearing is started with. */
interface Clearing {
  groupId: number;
  /** How many there were, for how far it is. */
  members: number;
}

/** Takes some members of a group away; whether there are more. */
export async function clearSome(db: Db, groupId: number): Promise<boolean> {
  // In an order that an index has: without one PostgreSQL reads all that is gone already from the table's start each time.
  const some = sql`select thing_id from custom_groups_member where group_id = ${groupId}
    order by thing_id limit ${BLOCK}`;
  const { numAffectedRows } =
    await sql`delete from custom_groups_member where group_id = ${groupId} and thing_id in (${some})`.execute(db);
  if (Number(numAffectedRows ?? 0) === BLOCK) return true;
  // Who waited for somebody who took the same ones away found few of them, or none, and still there may be others.
  const left = await sql`select 1 from custom_groups_member where group_id = ${groupId} limit 1`.execute(db);
  return left.rows.length > 0;
}

/** The members of a group that has just gone: few go at once; behind many everybody else who writes would wait. */
export async function clear({ db, jobs }: Pick<Context, "db" | "jobs">, payload: Clearing): Promise<void> {
  if (await clearSome(db, payload.groupId)) await jobs.start({ kind: CLEAR_JOB, payload });
}

export const clearMembers: JobHandler = async ({ payload, inTransaction, progress, signal }) => {
  const { groupId, members } = payload as Clearing;
  const giveWay = pause();
  for (let blocks = 1; await inTransaction((db) => clearSome(db, groupId)); blocks += 1) {
    signal.throwIfAborted();
    progress(Math.min(1, (blocks * BLOCK) / Math.max(1, members)));
    await giveWay();
  }
  return {};
};

/** What a clearing has left that broke or was called off: some of it each time. */
export async function tidyMembers({ db }: { db: Db }): Promise<void> {
  // From group to group, since members are many and their groups are few.
  const { rows } = await sql<{ id: number }>`
    with recursive known (id) as (
      select (select min(group_id) from custom_groups_member)
      union all
      select (select min(group_id) from custom_groups_member where group_id > known.id) from known where known.id is not null
    )
    select id from known
    where id is not null and not exists (select 1 from custom_groups_group g where g.id = known.id)`.execute(db);
  const giveWay = pause();
  for (const { id } of rows)
    for (let blocks = 0; blocks < TIDIED && (await clearSome(db, id)); blocks += 1) await giveWay();
}
