// How often a job was begun, for all processes and beyond their ends.
import type { Migration } from "../migrate.ts";

export const jobTries: Migration = {
  id: "0436_job_tries",
  up: async ({ schema }) => {
    await schema
      .alterTable("core_job")
      .addColumn("tries", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
