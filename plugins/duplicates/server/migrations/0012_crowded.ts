// What too many profiles share is compared with nobody: how many such keys the last whole search met. Of those from before it is not known.
import type { Migration } from "#server";

export const crowded: Migration = {
  id: "0012_crowded",
  up: async ({ schema }) => {
    await schema
      .alterTable("duplicates_search")
      .addColumn("crowded", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
