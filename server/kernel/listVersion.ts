// A value that differs after every change of a list.
import { sql } from "kysely";
import type { Db } from "./context.ts";
import type { Plan } from "./list.ts";

export type Version = string | number | null;

/** The version of a plan's list; null where it has none. */
export async function versionNow(db: Db, { spec }: Plan): Promise<Version> {
  if (!spec.version) return null;
  const { rows } = await sql<{ version: Version }>`select ${spec.version} as version`.execute(db);
  return rows[0]?.version ?? null;
}
