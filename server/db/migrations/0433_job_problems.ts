// Why a job failed as a code and as texts of the dashboard, for those who do not read English.
import type { Migration } from "../migrate.ts";

export const jobProblems: Migration = {
  id: "0433_job_problems",
  up: async ({ schema }) => {
    await schema.alterTable("core_job").addColumn("problem", "text").execute();
  },
};
