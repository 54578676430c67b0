// Definitions of fields. `event_id` 0 stands for the whole app, so that one unique constraint serves both scopes.
import type { Migration } from "#server";

export const fields: Migration = {
  id: "0010_fields",
  up: async ({ schema }, dialect) => {
    await schema
      .createTable("event_data_field")
      .addColumn("id", "integer", (column) => dialect.idColumn(column))
      .addColumn("app_id", "integer", (column) => column.notNull())
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("key", "text", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("definition", "text", (column) => column.notNull())
      .addColumn("position", "integer", (column) => column.notNull())
      .addColumn("archived_at", "text")
      .addColumn("rev", "integer", (column) => column.notNull().defaultTo(1))
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("updated_at", "text", (column) => column.notNull())
      .addUniqueConstraint("event_data_field_once", ["app_id", "event_id", "key"])
      .execute();
  },
};
