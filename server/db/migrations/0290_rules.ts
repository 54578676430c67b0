// Counts the changes of an app's rules. Areas raise it by triggers on the tables of theirs on which answers depend.
import type { Migration } from "../migrate.ts";

export const rules: Migration = {
  id: "0290_rules",
  up: async ({ schema }) => {
    await schema
      .alterTable("core_app")
      .addColumn("rules_rev", "integer", (column) => column.notNull().defaultTo(1))
      .execute();
  },
};
