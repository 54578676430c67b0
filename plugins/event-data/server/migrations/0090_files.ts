// Fields may be answered by files.
import type { Migration } from "#server";

export const files: Migration = {
  id: "0090_files",
  up: async ({ schema }, dialect) => {
    await schema
      .createTable("event_data_file")
      .addColumn("file", "text", (column) => column.primaryKey())
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("field_id", "integer", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("media_type", "text", (column) => column.notNull())
      .addColumn("bytes", dialect.blob, (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("left_at", "text")
      .execute();
  },
};
