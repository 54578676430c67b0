// Values of the history that can be erased while its chain of hashes stays whole.
import type { Migration } from "../migrate.ts";

export const erasure: Migration = {
  id: "0280_erasure",
  up: async ({ schema }) => {
    for (const column of ["salt", "values_hash", "erased_at"]) {
      await schema.alterTable("core_audit").addColumn(column, "text").execute();
    }
  },
};
