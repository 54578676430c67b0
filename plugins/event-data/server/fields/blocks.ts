// Long work on the table of answers, in blocks: so that a million profiles hold nobody up.
import type { Db, Dialect } from "#server";

/** How the work reaches the database: a job in blocks, the demo in the transaction that it is in. */
export interface Filling {
  dialect: Dialect;
  inTransaction: (work: (db: Db) => Promise<number>) => Promise<number>;
  /** Whether somebody may wait for a transaction to end; then, and where that is not known, each block is one. */
  isAwaited?: () => boolean;
}

/** Blocks a transaction, as long as nobody waits for its end. */
const TOGETHER = 10;

/** One block after another, until one answers 0. */
export async function inBlocks(
  { inTransaction, isAwaited = () => true }: Filling,
  block: (db: Db) => Promise<number>,
): Promise<void> {
  let last: number;
  do {
    last = await inTransaction(async (db) => {
      let done = await block(db);
      for (let left = TOGETHER - 1; done > 0 && left > 0 && !isAwaited(); left -= 1) done = await block(db);
      return done;
    });
  } while (last > 0);
}
