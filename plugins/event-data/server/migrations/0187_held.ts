// Pictures and files of whoever went into another profile stay as long as that can be undone.
import type { Migration } from "#server";

export const held: Migration = {
  id: "0187_held",
  up: async ({ schema }) => {
    await schema
      .createTable("event_data_held")
      .addColumn("thing_id", "integer", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("until", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("event_data_held_key", ["name", "thing_id"])
      .execute();
    await schema.createIndex("event_data_held_by_thing").on("event_data_held").columns(["thing_id"]).execute();
    await schema.createIndex("event_data_held_by_time").on("event_data_held").columns(["until"]).execute();
  },
};
