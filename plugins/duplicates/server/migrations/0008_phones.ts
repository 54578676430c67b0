// A search keeps which fields are telephone numbers by their kind: where those are others, keys are made anew.
import type { Migration } from "#server";

export const phones: Migration = {
  id: "0008_phones",
  up: async ({ schema }) => {
    await schema
      .alterTable("duplicates_search")
      .addColumn("phones", "text", (column) => column.notNull().defaultTo(""))
      .execute();
  },
};
