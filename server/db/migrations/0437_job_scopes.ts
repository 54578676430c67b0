// The scope that the API token of a job was asked for: once the token has it no more, the job ends.
import type { Migration } from "../migrate.ts";

export const jobScopes: Migration = {
  id: "0437_job_scopes",
  up: async ({ schema }) => {
    await schema.alterTable("core_job").addColumn("scope", "text").execute();
  },
};
