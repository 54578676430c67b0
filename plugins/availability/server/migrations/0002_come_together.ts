// Profiles that come together are counted together.
import { besideComes, type Migration, sql } from "#server";
import { KIND } from "./0001_times.ts";

export const comeTogether: Migration = {
  id: "0002_come_together",
  up: async (db, { kind }) => {
    for (const statement of besideComes(kind, "availability", [KIND], COUNTED)) await sql.raw(statement).execute(db);
  },
};

const COUNTED: [string, string][] = [["availability_times", "thing_id"]];
