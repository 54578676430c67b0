// Long work in this thread gives way to waiting requests.
import { setImmediate as turn } from "node:timers/promises";

/**
 * Gives way when `sliceMs` have passed since the last time. Made once for each piece of work.
 * @example const giveWay = pause(); for (const row of rows) { work(row); await giveWay(); }
 */
export function pause(sliceMs = 15): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < sliceMs) return;
    await turn();
    since = performance.now();
  };
}
