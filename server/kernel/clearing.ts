// What belonged to something that has been removed: it goes in steps, between which others write.
import { type RawBuilder, sql } from "kysely";
import type { Db } from "./context.ts";
import { pause } from "./pause.ts";
import type { JobHandler } from "./plugins.ts";

/** As many as one statement takes away in the thread that answers requests, without holding up whoever asks for something else. */
const AT_ONCE = 200;
/** The same in a job, which holds up only who writes. */
const BLOCK = 500;

/** Blocks that are tidied of one that nobody goes on with, each time. */
const TIDIED = 20;

interface Belongings {
  /** The table of what belongs, and its column that says to what; the table of those that are there. */
  table: string;
  column: string;
  owners: string;
  /** Takes away so many of one that is gone, in an order that an index has: without one PostgreSQL reads all that is gone already each time. */
  take: (id: number, most: RawBuilder<unknown>) => RawBuilder<unknown>;
}

/** Takes some away of what belonged to one; whether there is more. */
export type ClearSome = (db: Db, id: number) => Promise<boolean>;

/** How such belongings are cleared: some at once, all by a job, and by what tidies what a broken clearing has left. */
export function clearing<Payload>(
  { table, column, owners, take }: Belongings,
  orderOf: (payload: Payload) => { id: number; count: number },
): { clearSome: ClearSome; clearAll: JobHandler; tidy: (context: { db: Db }) => Promise<void> } {
  const [from, of] = [sql.table(table), sql.ref(column)];
  const clear = async (db: Db, id: number, most: number) => {
    const { numAffectedRows } = await take(id, sql.lit(most)).execute(db);
    if (Number(numAffectedRows ?? 0) === most) return true;
    // Who waited for somebody who took the same ones away found few of them, or none, and still there may be others.
    const left = await sql`select 1 from ${from} where ${of} = ${id} limit 1`.execute(db);
    return left.rows.length > 0;
  };
  const clearSome: ClearSome = (db, id) => clear(db, id, AT_ONCE);
  const clearAll: JobHandler = async ({ payload, inTransaction, progress, signal }) => {
    const { id, count } = orderOf(payload as Payload);
    const giveWay = pause();
    for (let blocks = 1; await inTransaction((db) => clear(db, id, BLOCK)); blocks += 1) {
      signal.throwIfAborted();
      progress(Math.min(1, (blocks * BLOCK) / Math.max(1, count)));
      await giveWay();
    }
    return {};
  };
  const tidy = async ({ db }: { db: Db }) => {
    // From one to the next, since what belongs is much and what it belongs to is few.
    const { rows } = await sql<{ id: number }>`
      with recursive known (id) as (
        select (select min(${of}) from ${from})
        union all
        select (select min(${of}) from ${from} where ${of} > known.id) from known where known.id is not null
      )
      select id from known
      where id is not null and not exists (select 1 from ${sql.table(owners)} o where o.id = known.id)`.execute(db);
    const giveWay = pause();
    for (const { id } of rows)
      for (let blocks = 0; blocks < TIDIED && (await clearSome(db, id)); blocks += 1) await giveWay();
  };
  return { clearSome, clearAll, tidy };
}
