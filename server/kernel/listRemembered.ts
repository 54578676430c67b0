// What was counted of a list, kept until its version differs.
import type { Db } from "./context.ts";
import type { Plan } from "./list.ts";
import { keepNewest, storesBy } from "./listStores.ts";
import { type Version, versionNow } from "./listVersion.ts";

const KEPT = 200;
const storeOf = storesBy(() => new Map<string, { version: Version; counted: unknown }>());

/** What `counting` finds of the rows that match a plan; `names` tell it from what else is counted of them. */
export async function remembered<Counted>(
  db: Db,
  plan: Plan,
  names: readonly unknown[],
  counting: () => Promise<Counted>,
): Promise<Counted> {
  if (!plan.spec.version) return counting();
  const own = storeOf(db);
  const key = JSON.stringify([plan.key, names]);
  const version = await versionNow(db, plan);
  const before = own.get(key);
  if (before && before.version === version) return before.counted as Counted;
  const counted = await counting();
  keepNewest(own, key, { version, counted }, KEPT);
  return counted;
}
