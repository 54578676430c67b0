// A search that has begun is not one that came to its end. Of those from before it is not known, and they are taken for whole.
import type { Migration } from "#server";

export const unfinished: Migration = {
  id: "0011_unfinished",
  up: async ({ schema }) => {
    await schema
      .alterTable("duplicates_search")
      .addColumn("unfinished", "text", (column) => column.notNull().defaultTo(""))
      .execute();
  },
};
