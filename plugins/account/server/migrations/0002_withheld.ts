// What an invitation leaves out of its role, since the inviter did not have it to give.
import type { Migration } from "#server";

export const withheld: Migration = {
  id: "0002_withheld",
  up: async ({ schema }) => {
    await schema.alterTable("account_invite").addColumn("withheld", "text").execute();
  },
};
