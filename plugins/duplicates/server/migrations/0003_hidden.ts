// A search keeps which fields it did not look at, since they are hidden from some of those who read its reasons.
import type { Migration } from "#server";

export const hidden: Migration = {
  id: "0003_hidden",
  up: async ({ schema }) => {
    await schema
      .alterTable("duplicates_search")
      .addColumn("hidden", "text", (column) => column.notNull().defaultTo("[]"))
      .execute();
  },
};
