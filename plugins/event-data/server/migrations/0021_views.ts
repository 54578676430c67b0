// Saved views of lists, and which of them a list opens with for whom.
import type { Migration } from "#server";

export const views: Migration = {
  id: "0021_views",
  up: async (db, dialect) => {
    await db.schema
      .createTable("event_data_view")
      .addColumn("id", "integer", (column) => dialect.idColumn(column))
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("list", "text", (column) => column.notNull())
      .addColumn("user_id", "integer", (column) => column.notNull())
      .addColumn("owner", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("name_key", "text", (column) => column.notNull())
      .addColumn("shared", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("query", "text", (column) => column.notNull())
      .addColumn("rev", "integer", (column) => column.notNull().defaultTo(1))
      .execute();
    await db.schema
      .createIndex("event_data_view_by_name")
      .on("event_data_view")
      .columns(["event_id", "list", "user_id", "name_key"])
      .unique()
      .execute();
    await db.schema
      .createTable("event_data_view_choice")
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("list", "text", (column) => column.notNull())
      .addColumn("user_id", "integer", (column) => column.notNull())
      .addColumn("view_id", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("event_data_view_choice_key", ["event_id", "list", "user_id"])
      .execute();
  },
};
