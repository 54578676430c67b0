// Who is to be told that somebody has left their meeting: kept until it can no longer be undone, and a day longer for those who
// come back all the same.
import { type Migration, sql } from "#server";

export const notices: Migration = {
  id: "0003_notices",
  up: async (db, { kind }) => {
    const text = kind === "postgres" ? sql`text collate "C"` : "text";
    await db.schema
      .createTable("networking_notice")
      .addColumn("meeting_id", "integer", (column) => column.notNull())
      .addColumn("thing_id", "integer", (column) => column.notNull())
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("tell_at", text)
      .addColumn("told_at", text)
      .addPrimaryKeyConstraint("networking_notice_once", ["meeting_id", "thing_id"])
      .execute();
    await db.schema
      .createIndex("networking_notice_due")
      .on("networking_notice")
      .column("tell_at")
      .where("tell_at", "is not", null)
      .execute();
    await db.schema
      .createIndex("networking_notice_by_thing")
      .on("networking_notice")
      .columns(["event_id", "thing_id"])
      .execute();
  },
};
