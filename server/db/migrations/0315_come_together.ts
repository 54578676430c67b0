// Profiles that get their rows beside lists together are counted together: areas hear of them once, and not for each profile and
// column, of which an import brings nine rows for each line of its file.
import { sql } from "kysely";
import type { Migration } from "../migrate.ts";

export const comeTogether: Migration = {
  id: "0315_come_together",
  up: async (db, { kind }) => {
    for (const statement of kind === "sqlite" ? STATEMENTS : []) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  // Those that come; and their events: a line there has everything that counts look at them. Both are empty after it.
  `create table core_beside_fresh (thing_id integer primary key, event_id integer not null,
    of_type integer not null, of_status text not null, of_country text not null)`,
  "create table core_beside_turn (event_id integer primary key, first_id integer not null, last_id integer not null)",
  // Whoever puts rows in notes those that come.
  "drop trigger core_beside_come",
];
