// The links of kinds that have been removed: they go in steps, between which others write.
import { type Db, type JobHandler, pause, sql } from "#server";

/** Kind of the jobs that clear. */
export const CLEAR_JOB = "relationships.clear";

/** Each takes its part of two counts along: as many as one statement takes away without holding up whoever asks for something else. */
const BLOCK = 500;

/** Blocks that are tidied of one that nobody goes on with, each time. */
const TIDIED = 20;

/** What a clearing is started with. */
export interface Clearing {
  kindId: number;
  /** How many there were, for how far it is. */
  links: number;
}

/** Takes some links of a kind away; whether there are more. */
export async function clearSome(db: Db, kindId: number): Promise<boolean> {
  // In an order that an index has: without one PostgreSQL reads all that is gone already from the table's start each time.
  const some = sql`select id from relationships_link where kind_id = ${kindId}
    order by from_id, to_id limit ${BLOCK}`;
  const { numAffectedRows } = await sql`delete from relationships_link where id in (${some})`.execute(db);
  if (Number(numAffectedRows ?? 0) === BLOCK) return true;
  // Who waited for somebody who took the same ones away found few of them, or none, and still there may be others.
  const left = await sql`select 1 from relationships_link where kind_id = ${kindId} limit 1`.execute(db);
  return left.rows.length > 0;
}

export const clearLinks: JobHandler = async ({ payload, inTransaction, progress, signal }) => {
  const { kindId, links } = payload as Clearing;
  const giveWay = pause();
  for (let blocks = 1; await inTransaction((db) => clearSome(db, kindId)); blocks += 1) {
    signal.throwIfAborted();
    progress(Math.min(1, (blocks * BLOCK) / Math.max(1, links)));
    await giveWay();
  }
  return {};
};

/** What a clearing has left that broke or was called off: some of it each time. */
export async function tidyLinks({ db }: { db: Db }): Promise<void> {
  // From kind to kind, since links are many and their kinds are few.
  const { rows } = await sql<{ id: number }>`
    with recursive known (id) as (
      select (select min(kind_id) from relationships_link)
      union all
      select (select min(kind_id) from relationships_link where kind_id > known.id) from known where known.id is not null
    )
    select id from known where id is not null and not exists (select 1 from relationships_kind k where k.id = known.id)`.execute(
    db,
  );
  const giveWay = pause();
  for (const { id } of rows)
    for (let blocks = 0; blocks < TIDIED && (await clearSome(db, id)); blocks += 1) await giveWay();
}
