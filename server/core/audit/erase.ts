// Erases what the history says of an object that is gone: its name and values, never that, when and by whom it was changed.
import { type Kysely, sql } from "kysely";
import type { CoreTables } from "../../db/tables.ts";
import type { Db } from "../../kernel/context.ts";
import { coreTables } from "../accounts/coreTables.ts";
import { toldOf } from "./audit.ts";

const LINES_AT_ONCE = 500;
/** The action of the line that tells which lines were erased: `lines` in its `after`. */
export const ERASE = "erase";

/** An object as the lines of an app's history name it. */
interface Erased {
  appId: number;
  type: string;
  id: string;
}

/**
 * Erases label and values of every line of the object, and of the lines of others that name it as `Name (id)`. Answers the
 * ids of the lines, which the caller writes down as `ERASE`: a line that was erased without a word counts as changed.
 */
export async function eraseAudit(db: Db, object: Erased, now: Date): Promise<number[]> {
  const tables = coreTables(db);
  const own = await tables
    .selectFrom("core_audit")
    .select(["id", "object_label"])
    .where("app_id", "=", object.appId)
    .where("object_type", "=", object.type)
    .where("object_id", "=", object.id)
    .where("action", "!=", ERASE)
    .where("erased_at", "is", null)
    .orderBy("id")
    .execute();
  const names = [...new Set(own.map((line) => line.object_label).filter(Boolean))];
  const others = (await Promise.all(names.map((name) => linesNaming(tables, object, name)))).flat();
  const ids = [...new Set([...own.map((line) => line.id), ...others])].sort((a, b) => a - b);
  for (let at = 0; at < ids.length; at += LINES_AT_ONCE) {
    await tables
      .updateTable("core_audit")
      .set({ object_label: "", before: null, after: null, salt: null, erased_at: now.toISOString() })
      .where("id", "in", ids.slice(at, at + LINES_AT_ONCE))
      .execute();
  }
  return ids;
}

async function linesNaming(tables: Kysely<CoreTables>, { appId, id }: Erased, name: string): Promise<number[]> {
  const told = toldOf({ id, name });
  const says = (column: "object_label" | "before" | "after", text: string) =>
    sql<boolean>`replace(${sql.ref(column)}, ${text}, '') <> ${sql.ref(column)}`;
  const inJson = JSON.stringify(told).slice(1, -1);
  const lines = await tables
    .selectFrom("core_audit")
    .select("id")
    .where("app_id", "=", appId)
    .where("erased_at", "is", null)
    .where((where) => where.or([says("object_label", told), says("before", inJson), says("after", inJson)]))
    .execute();
  return lines.map((line) => line.id);
}
