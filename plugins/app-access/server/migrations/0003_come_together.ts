// Profiles that come together are counted together.
import { besideComes, type Migration, sql } from "#server";
import { COUNTS } from "./0002_columns.ts";

export const comeTogether: Migration = {
  id: "0003_come_together",
  up: async (db, { kind }) => {
    for (const statement of besideComes(kind, "app_access", COUNTS, COUNTED)) await sql.raw(statement).execute(db);
  },
};

const COUNTED: [string, string][] = [["app_access_profile", "thing_id"]];
