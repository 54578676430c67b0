// Answers to multi-event fields that are on their way to a person's profiles in other events.
import type { Migration } from "#server";

export const travel: Migration = {
  id: "0167_travel",
  up: async ({ schema }, dialect) => {
    await schema
      .createTable("event_data_travel")
      .addColumn("id", "integer", (column) => dialect.idColumn(column))
      .addColumn("app_id", "integer", (column) => column.notNull())
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("people", "text")
      .addColumn("at", "text", (column) => column.notNull())
      .addColumn("after", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await schema.createIndex("event_data_travel_of_app").on("event_data_travel").columns(["app_id", "id"]).execute();
  },
};
