// Profiles that come together are counted together.
import { besideComes, type Migration, sql } from "#server";
import { LINKS } from "./0004_counted.ts";

export const comeTogether: Migration = {
  id: "0005_come_together",
  up: async (db, { kind }) => {
    for (const statement of besideComes(kind, "relationships", [LINKS], COUNTED)) await sql.raw(statement).execute(db);
  },
};

const COUNTED: [string, string][] = [
  ["relationships_link", "from_id"],
  ["relationships_link", "to_id"],
];
