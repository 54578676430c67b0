// Profiles that come together are counted together.
import { besideComes, type Migration, sql } from "#server";
import { COUNTS } from "./0002_counted.ts";

export const comeTogether: Migration = {
  id: "0006_come_together",
  up: async (db, { kind }) => {
    for (const statement of besideComes(kind, "networking", COUNTS, COUNTED)) await sql.raw(statement).execute(db);
  },
};

const COUNTED: [string, string][] = [["networking_participant", "thing_id"]];
