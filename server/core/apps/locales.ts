// The languages of an app, for those who write texts into it.

import type { CoreTables } from "../../db/tables.ts";
import type { Db } from "../../kernel/context.ts";

/** Its supported languages, the default one first. */
export async function localesOf(db: Db, appId: number): Promise<string[]> {
  const { default_locale, supported_locales } = await db
    .withTables<CoreTables>()
    .selectFrom("core_app")
    .select(["default_locale", "supported_locales"])
    .where("id", "=", appId)
    .executeTakeFirstOrThrow();
  return [...new Set([default_locale, ...(JSON.parse(supported_locales) as string[])])];
}
