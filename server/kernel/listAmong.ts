// Where an index finds only few rows that can match, the question is asked of those few instead of the whole list.
import { type RawBuilder, sql } from "kysely";
import type { Db } from "./context.ts";
import type { Plan } from "./list.ts";

/** Rows that are looked at one by one rather than along an index. */
const FEW = 2000;

/**
 * The plan over the few rows that can match, if they are few. A planner that keeps no statistics cannot know that; the
 * answer of an index with a limit tells within a millisecond.
 */
export async function among(db: Db, plan: Plan): Promise<Plan> {
  const { fromIds } = plan.dialect;
  if (!fromIds) return plan;
  for (const ids of plan.ids) {
    const asked = sql<{ id: number; version: string | number | null }>`
      select id, ${plan.version} as version from (select id from (${ids}) as found limit ${FEW + 1}) as few`;
    const { rows } = await asked.execute(db);
    if (rows.length > FEW) continue;
    const [first] = rows;
    return {
      ...plan,
      where: plan.ofRow,
      source: fromIds(
        plan.spec.from,
        rows.map((row) => row.id),
      ),
      version: first ? constant(first.version) : plan.version,
    };
  }
  return plan;
}

function constant(value: string | number | null): RawBuilder<unknown> {
  return typeof value === "number" ? sql`${sql.lit(value)}` : sql`${value}`;
}
