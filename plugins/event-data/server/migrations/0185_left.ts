// Which pictures and files nothing names any more is read without their bytes, which stand before it in each row.
import type { Migration } from "#server";

export const left: Migration = {
  id: "0185_left",
  up: async ({ schema }) => {
    await schema.createIndex("event_data_photo_left").on("event_data_photo").columns(["photo", "left_at"]).execute();
    await schema
      .createIndex("event_data_file_left")
      .on("event_data_file")
      .columns(["file", "event_id", "field_id", "left_at"])
      .execute();
  },
};
