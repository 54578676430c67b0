// Profiles that name one registration meet as well. The keys of all are made anew by the next search.
import { type Migration, sql } from "#server";

export const registration: Migration = {
  id: "0002_registration",
  up: async (db, dialect) => {
    const text = dialect.kind === "postgres" ? sql`text collate "C"` : "text";
    await sql`delete from duplicates_key`.execute(db);
    await db.schema
      .alterTable("duplicates_key")
      .addColumn("registration", text, (column) => column.notNull().defaultTo(""))
      .execute();
    await sql`create index duplicates_key_registration on duplicates_key (event_id, registration, thing_id)
      where registration <> ''`.execute(db);
  },
};
