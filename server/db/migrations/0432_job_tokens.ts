// The API token that a job was started with: the job reaches no more events than it.
import type { Migration } from "../migrate.ts";

export const jobTokens: Migration = {
  id: "0432_job_tokens",
  up: async ({ schema }) => {
    await schema.alterTable("core_job").addColumn("token_id", "integer").execute();
  },
};
