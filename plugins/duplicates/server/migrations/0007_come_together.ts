// Profiles that come together are counted together.
import { besideComes, type Migration, sql } from "#server";
import { PAIRS } from "./0005_counted.ts";

export const comeTogether: Migration = {
  id: "0007_come_together",
  up: async (db, { kind }) => {
    for (const statement of besideComes(kind, "duplicates", [PAIRS], COUNTED)) await sql.raw(statement).execute(db);
  },
};

const COUNTED: [string, string][] = [
  ["duplicates_pair", "one_id"],
  ["duplicates_pair", "other_id"],
];
