// Statements of a transaction that are on their way together.

/**
 * Waits until all of them are over, so that nothing is sent any more once the transaction is taken back. Of several faults the
 * first is thrown: on PostgreSQL the others only say that the transaction had failed.
 */
export async function allDone(all: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  const faults: unknown[] = [];
  await Promise.all(all.map((one) => one?.catch((fault) => faults.push(fault))));
  if (faults.length > 0) throw faults[0];
}
