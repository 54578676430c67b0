// How an event calls and shows its data types where it says so itself, and their order there; null for that of the app.
import type { Migration } from "../migrate.ts";

export const typesOfEvents: Migration = {
  id: "0311_types_of_events",
  up: async ({ schema }) => {
    await schema
      .alterTable("core_event_type")
      .addColumn("look", "text", (column) => column.notNull().defaultTo("{}"))
      .execute();
    await schema.alterTable("core_event_type").addColumn("position", "integer").execute();
  },
};
