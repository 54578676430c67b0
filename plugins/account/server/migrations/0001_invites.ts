// Invitations to an app.
import type { Migration } from "#server";

export const invites: Migration = {
  id: "0001_invites",
  up: async ({ schema }, dialect) => {
    await schema
      .createTable("account_invite")
      .addColumn("id", "integer", (c) => dialect.idColumn(c))
      .addColumn("app_id", "integer", (c) => c.notNull())
      .addColumn("reference_hash", "text", (c) => c.notNull().unique())
      .addColumn("email", "text", (c) => c.notNull())
      .addColumn("role_id", "integer", (c) => c.notNull())
      .addColumn("allowed_events", "text", (c) => c.notNull())
      .addColumn("invited_by", "integer", (c) => c.notNull())
      .addColumn("created_at", "text", (c) => c.notNull())
      .addColumn("expires_at", "text", (c) => c.notNull())
      .addColumn("accepted_at", "text")
      .addColumn("revoked_at", "text")
      .addColumn("sent_count", "integer", (c) => c.notNull())
      .execute();
    await schema.createIndex("account_invite_app").on("account_invite").columns(["app_id", "id"]).execute();
  },
};
