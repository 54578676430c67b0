// From where: the networks that an API token may be used from, and the address at which a session began.
import type { Migration } from "../migrate.ts";

export const places: Migration = {
  id: "0245_places",
  up: async ({ schema }) => {
    const token = () => schema.alterTable("core_api_token");
    await token()
      .addColumn("allowed_networks", "text", (c) => c.notNull().defaultTo("[]"))
      .execute();
    await token().addColumn("end_told_at", "text").execute();
    await schema
      .alterTable("core_session")
      .addColumn("address", "text", (c) => c.notNull().defaultTo(""))
      .execute();
  },
};
