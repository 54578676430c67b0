// What a group says beside its name and its members: one JSON text, which is read whole with its group.
import type { Migration } from "#server";

export const details: Migration = {
  id: "0002_details",
  up: async (db) => {
    await db.schema
      .alterTable("custom_groups_group")
      .addColumn("details", "text", (column) => column.notNull().defaultTo("{}"))
      .execute();
  },
};
