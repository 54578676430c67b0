// The house's own tables behind a handler's database.
import type { Kysely } from "kysely";
import type { CoreTables } from "../../db/tables.ts";
import type { Db } from "../../kernel/context.ts";

export function coreTables(db: Db): Kysely<CoreTables> {
  return db as unknown as Kysely<CoreTables>;
}
