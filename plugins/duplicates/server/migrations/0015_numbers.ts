// Every telephone number of a profile is a key of its own, not only the first. The keys of all are made anew by the next search.
import { type Migration, sql } from "#server";

export const numbers: Migration = {
  id: "0015_numbers",
  up: async (db, dialect) => {
    const text = dialect.kind === "postgres" ? sql`text collate "C"` : "text";
    // First, so that SQLite has no rows to write again without the column.
    await sql`delete from duplicates_key`.execute(db);
    await db.schema.dropIndex("duplicates_key_phone").execute();
    await db.schema.alterTable("duplicates_key").dropColumn("phone").execute();
    const phones = db.schema
      .createTable("duplicates_phone")
      .addColumn("thing_id", "integer", (column) => column.notNull())
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("phone", text, (column) => column.notNull())
      .addPrimaryKeyConstraint("duplicates_phone_once", ["thing_id", "phone"]);
    await (dialect.kind === "sqlite" ? phones.modifyEnd(sql`without rowid`) : phones).execute();
    await db.schema
      .createIndex("duplicates_phone_shared")
      .on("duplicates_phone")
      .columns(["event_id", "phone", "thing_id"])
      .execute();
  },
};
