// A link has a place among the links of each of its profiles; 0 stands behind those that somebody has put in order.
import type { Migration } from "#server";

export const places: Migration = {
  id: "0003_places",
  up: async (db) => {
    for (const name of ["from_place", "to_place"]) {
      await db.schema
        .alterTable("relationships_link")
        .addColumn(name, "integer", (column) => column.notNull().defaultTo(0))
        .execute();
    }
  },
};
