// A letter that could not be written is put off, and not for ever.
import type { Migration } from "#server";

export const putOff: Migration = {
  id: "0402_put_off",
  up: async ({ schema }) => {
    await schema
      .alterTable("networking_notice")
      .addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
