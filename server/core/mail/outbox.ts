// The outbox as areas may see it.

import type { CoreTables } from "../../db/tables.ts";
import type { Db } from "../../kernel/context.ts";
import * as repository from "./repository.ts";

/** Letters of an app, newest first. */
export function listMailOf(db: Db, appId: number, limit: number) {
  return repository.listMailOf(db.withTables<CoreTables>(), appId, limit);
}

/** Puts a letter that failed in line again; undefined when there is none such. */
export function retryMail(db: Db, appId: number, id: number, now: string) {
  return repository.retryMail(db.withTables<CoreTables>(), appId, id, now);
}

/** The language in which an app writes to people whose own is not known. */
export async function localeOf(db: Db, appId: number): Promise<string> {
  const app = await db
    .withTables<CoreTables>()
    .selectFrom("core_app")
    .select("default_locale")
    .where("id", "=", appId)
    .executeTakeFirstOrThrow();
  return app.default_locale;
}
