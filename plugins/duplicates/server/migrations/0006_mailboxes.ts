// Mailboxes were read without accents, and one whose name begins with a plus without any name: all are read anew by the next search.
import { type Migration, sql } from "#server";

export const mailboxes: Migration = {
  id: "0006_mailboxes",
  up: async (db) => {
    await sql`delete from duplicates_key where mail <> ''`.execute(db);
  },
};
