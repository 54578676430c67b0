// SQL of the rules. Every function takes the open transaction, or a reader, first.
import type { Db } from "#server";
import type { RuleValues } from "../contract.ts";
import type { DataTypesPermissionsTables } from "./tables.ts";

export type StoredRules = RuleValues & { rev: number };

const tables = (db: Db) => db.withTables<DataTypesPermissionsTables>();

/** An event that has never been saved has revision 0 and says nothing. */
export async function findRules(db: Db, eventId: number): Promise<StoredRules> {
  const row = await tables(db)
    .selectFrom("data_types_permissions_rules")
    .select(["rev", "rules"])
    .where("event_id", "=", eventId)
    .executeTakeFirst();
  return row ? { ...(JSON.parse(row.rules) as RuleValues), rev: row.rev } : { cells: [], settings: [], rev: 0 };
}

/** Gives an event that has just been made the rules of another. */
export async function copyRules(db: Db, from: number, to: number, now: string): Promise<void> {
  const { cells, settings } = await findRules(db, from);
  if (cells.length + settings.length > 0) await saveRules(db, to, { rev: 0, cells, settings }, now);
}

/** Answers whether `rev` was still the row's. */
export async function saveRules(
  db: Db,
  eventId: number,
  { rev, cells, settings }: StoredRules,
  now: string,
): Promise<boolean> {
  const rules = JSON.stringify({ cells, settings });
  if (rev === 0) {
    const made = await tables(db)
      .insertInto("data_types_permissions_rules")
      .values({ event_id: eventId, rules, updated_at: now })
      .onConflict((conflict) => conflict.column("event_id").doNothing())
      .returning("rev")
      .executeTakeFirst();
    return made !== undefined;
  }
  const saved = await tables(db)
    .updateTable("data_types_permissions_rules")
    .set({ rules, rev: rev + 1, updated_at: now })
    .where("event_id", "=", eventId)
    .where("rev", "=", rev)
    .returning("rev")
    .executeTakeFirst();
  return saved !== undefined;
}
