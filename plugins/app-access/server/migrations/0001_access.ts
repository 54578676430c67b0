// How participants stand with the event app, and the links that log them in.
import type { Migration } from "#server";

export const access: Migration = {
  id: "0001_access",
  up: async (db, dialect) => {
    await db.schema
      .createTable("app_access_profile")
      .addColumn("thing_id", "integer", (column) => column.primaryKey())
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("mailed_at", "text")
      .addColumn("opened_at", "text")
      .addColumn("entered_at", "text")
      .addColumn("seen_at", "text")
      .execute();
    await db.schema.createIndex("app_access_profile_of_event").on("app_access_profile").column("event_id").execute();
    await db.schema
      .createTable("app_access_link")
      .addColumn("id", "integer", (column) => dialect.idColumn(column))
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("thing_id", "integer", (column) => column.notNull())
      .addColumn("hash", "text", (column) => column.notNull().unique())
      .addColumn("made_at", "text", (column) => column.notNull())
      .addColumn("expires_at", "text", (column) => column.notNull())
      .addColumn("used_at", "text")
      .addColumn("superseded_at", "text")
      .addColumn("as_id", "integer")
      .addColumn("as_name", "text")
      .execute();
    await db.schema.createIndex("app_access_link_of_thing").on("app_access_link").columns(["thing_id", "id"]).execute();
    await db.schema.createIndex("app_access_link_by_end").on("app_access_link").column("expires_at").execute();
  },
};
