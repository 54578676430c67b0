// What was counted of a list, kept until its version differs.
import { sql } from "kysely";
import type { Db } from "./context.ts";
import type { Plan } from "./list.ts";

const KEPT = 200;
// By what asks the database, so that two databases in one process never answer for each other.
const kept = new WeakMap<object, Map<string, { version: unknown; counted: unknown }>>();

/** What `counting` finds of the rows that match a plan; `names` tell it from what else is counted of them. */
export async function remembered<Counted>(
  db: Db,
  plan: Plan,
  names: readonly unknown[],
  counting: () => Promise<Counted>,
): Promise<Counted> {
  if (!plan.spec.version) return counting();
  const asker = db.getExecutor();
  const own = kept.get(asker) ?? new Map<string, { version: unknown; counted: unknown }>();
  kept.set(asker, own);
  const key = JSON.stringify([plan.key, names]);
  const { rows } = await sql<{ version: unknown }>`select ${plan.version} as version`.execute(db);
  const version = rows[0]?.version;
  const before = own.get(key);
  if (before && before.version === version) return before.counted as Counted;
  const counted = await counting();
  own.delete(key);
  own.set(key, { version, counted });
  if (own.size > KEPT) own.delete(own.keys().next().value as string);
  return counted;
}
