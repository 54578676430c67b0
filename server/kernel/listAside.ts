// What is made of a list after somebody has been answered, for the next who asks.
import type { Db } from "./context.ts";
import { keepNewest, storesBy } from "./listStores.ts";

interface Store {
  /** What is to be made, by question: one after the other, the newest first. */
  waiting: Map<string, () => Promise<void>>;
  making: string | undefined;
}

/** What may wait to be made: who tries one order after another comes back to it, and nobody to a hundred. */
const WAITING = 8;
const storeOf = storesBy<Store>(() => ({ waiting: new Map(), making: undefined }));

export function makeAside(db: Db, key: string, make: () => Promise<void>): void {
  const store = storeOf(db);
  if (store.making === key) return;
  keepNewest(store.waiting, key, make, WAITING);
  if (store.making === undefined) void takeTurns(store);
}

async function takeTurns(store: Store): Promise<void> {
  const { waiting } = store;
  for (let newest = [...waiting].pop(); newest; newest = [...waiting].pop()) {
    const [key, make] = newest;
    waiting.delete(key);
    store.making = key;
    // Who asked has been answered already; a list without marks is only slower.
    await make().catch(() => undefined);
    store.making = undefined;
  }
}
