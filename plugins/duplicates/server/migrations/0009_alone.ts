// People of one name meet also where a company is not given. The keys of all are made anew by the next search.
import { type Migration, sql } from "#server";

export const alone: Migration = {
  id: "0009_alone",
  up: async (db, dialect) => {
    const text = dialect.kind === "postgres" ? sql`text collate "C"` : "text";
    await db.schema
      .alterTable("duplicates_key")
      .addColumn("alone", text, (column) => column.notNull().defaultTo(""))
      .execute();
    // With the name, by which it is seen whether one of those who share a key has no company.
    await sql`create index duplicates_key_alone on duplicates_key (event_id, alone, name, thing_id)
      where alone <> ''`.execute(db);
    await sql`update duplicates_search set phones = ''`.execute(db);
  },
};
