// The second factor of a person: codes of an authenticator app (TOTP), and recovery codes for the day it is lost.
import type { Db } from "../../kernel/context.ts";
import { coreTables } from "./routes.ts";

/** Whether a person confirms log-ins with an authenticator app. */
export async function hasSecondFactor(db: Db, userId: number): Promise<boolean> {
  const row = await coreTables(db)
    .selectFrom("core_second_factor")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}
