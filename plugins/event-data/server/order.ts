// On SQLite an import leaves the orders within countries to a job of its own: a new profile lies on another page of each of
// them, while many of one country share their pages. Until it is done, pages are taken from the plain orders.
import { type Db, type JobHandler, sql } from "#server";

export const ORDER_JOB = "event-data.order";

/** Profiles a statement, and statements a transaction as long as nobody waits for its end. */
const BLOCK = 1000;
const TOGETHER = 10;

/** Puts all profiles that wait for it into these orders; jobs that somebody has ordered go first, and what follows others, such as answers that travel, does not. */
export const putInOrder: JobHandler = async (context) => {
  const { follow, inTransaction, isAwaited, othersWait, signal } = context;
  let ordered = 0;
  for (;;) {
    let isLast = false;
    ordered += await inTransaction(async (db) => {
      let count = 0;
      for (let left = TOGETHER; left > 0 && !isLast; left -= 1) {
        const moved = await orderSome(db);
        count += moved;
        isLast = moved < BLOCK;
        if (signal.aborted || isAwaited()) break;
      }
      return count;
    });
    if (isLast) return { ordered };
    signal.throwIfAborted();
    if (await othersWait())
      return inTransaction(
        async (db) => {
          await follow(db, ORDER_JOB);
          return { ordered };
        },
        { last: true },
      );
  }
};

async function orderSome(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`update or rollback event_data_thing set ordered = 1 where id in
    (select id from event_data_thing where ordered = 0 order by event_id, country limit ${BLOCK})`.execute(db);
  return Number(numAffectedRows);
}
