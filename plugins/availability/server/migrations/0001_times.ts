// When participants are available. Who has no row is so throughout.
import type { Migration } from "#server";

export const times: Migration = {
  id: "0001_times",
  up: async (db) => {
    await db.schema
      .createTable("availability_times")
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("thing_id", "integer", (column) => column.notNull())
      .addColumn("rev", "integer", (column) => column.notNull())
      .addColumn("spans", "text")
      .addColumn("minutes", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("availability_times_once", ["event_id", "thing_id"])
      .execute();
  },
};
