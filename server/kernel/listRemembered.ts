// What was counted of a list, kept until its version differs.
import { sql } from "kysely";
import type { Db } from "./context.ts";
import type { Plan } from "./list.ts";
import { keepNewest, storesBy } from "./listStores.ts";

const KEPT = 200;
const storeOf = storesBy(() => new Map<string, { version: unknown; counted: unknown }>());

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
  const { rows } = await sql<{ version: unknown }>`select ${plan.version} as version`.execute(db);
  const version = rows[0]?.version;
  const before = own.get(key);
  if (before && before.version === version) return before.counted as Counted;
  const counted = await counting();
  keepNewest(own, key, { version, counted }, KEPT);
  return counted;
}
