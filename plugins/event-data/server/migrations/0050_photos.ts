// Profiles have pictures.
import type { Migration } from "#server";

export const photos: Migration = {
  id: "0050_photos",
  up: async ({ schema }, dialect) => {
    await schema
      .createTable("event_data_photo")
      .addColumn("photo", "text", (column) => column.primaryKey())
      .addColumn("media_type", "text", (column) => column.notNull())
      .addColumn("bytes", dialect.blob, (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("left_at", "text")
      .execute();
    await schema.alterTable("event_data_thing").addColumn("photo", "text").execute();
    await schema
      .createIndex("event_data_thing_by_photo")
      .on("event_data_thing")
      .column("photo")
      .where("photo", "is not", null)
      .execute();
  },
};
