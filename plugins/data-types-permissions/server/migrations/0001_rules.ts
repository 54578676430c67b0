// What an event says of its data types: one row an event, saved as a whole.
import type { Migration } from "#server";

export const rules: Migration = {
  id: "0001_rules",
  up: async (db) => {
    await db.schema
      .createTable("data_types_permissions_rules")
      .addColumn("event_id", "integer", (column) => column.primaryKey())
      .addColumn("rev", "integer", (column) => column.notNull().defaultTo(1))
      .addColumn("rules", "text", (column) => column.notNull())
      .addColumn("updated_at", "text", (column) => column.notNull())
      .execute();
  },
};
