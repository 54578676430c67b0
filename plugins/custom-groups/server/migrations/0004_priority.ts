// Which of several groups of a profile decides, and the order of the groups; events that have said nothing have no row.
import type { Migration } from "#server";

export const priority: Migration = {
  id: "0004_priority",
  up: async (db) => {
    await db.schema
      .createTable("custom_groups_priority")
      .addColumn("event_id", "integer", (column) => column.primaryKey())
      .addColumn("rev", "integer", (column) => column.notNull().defaultTo(1))
      .addColumn("rule", "text", (column) => column.notNull())
      .addColumn("ranking", "text", (column) => column.notNull().defaultTo("[]"))
      .addColumn("updated_at", "text", (column) => column.notNull())
      .execute();
  },
};
