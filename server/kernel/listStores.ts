// What this process keeps of lists: a store for each database, and the newest of each kind in it.
import type { Kysely } from "kysely";
import type { Db } from "./context.ts";

/** Stores by what asks the database, so that two databases in one process never answer for each other. */
export function storesBy<Store>(make: () => Store): (db: Db) => Store {
  const stores = new WeakMap<object, Store>();
  return (db) => {
    const executor = (db as unknown as Kysely<unknown>).getExecutor();
    const store = stores.get(executor) ?? make();
    stores.set(executor, store);
    return store;
  };
}

/** Puts a value in as the newest; of more than `most` the oldest goes. */
export function keepNewest<T>(store: Map<string, T>, key: string, value: T, most: number): void {
  store.delete(key);
  store.set(key, value);
  if (store.size > most) store.delete(store.keys().next().value as string);
}
