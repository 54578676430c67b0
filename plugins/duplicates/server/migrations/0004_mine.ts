// A merge keeps who made it, so that its undoing is offered to them again after a reload.
import type { Migration } from "#server";

export const mine: Migration = {
  id: "0004_mine",
  up: async ({ schema }) => {
    await schema.alterTable("duplicates_merge").addColumn("user_id", "integer").execute();
  },
};
