// What an app's plan holds, as areas may ask it.
import type { CoreTables } from "../../db/tables.ts";
import type { Db } from "../../kernel/context.ts";
import type { AppSettings } from "./routes.ts";

/** Whether a feature is switched on in an app. */
export async function hasFeature(db: Db, appId: number, feature: keyof AppSettings): Promise<boolean> {
  const { settings } = await db
    .withTables<CoreTables>()
    .selectFrom("core_app")
    .select("settings")
    .where("id", "=", appId)
    .executeTakeFirstOrThrow();
  return (JSON.parse(settings) as AppSettings)[feature] === true;
}
