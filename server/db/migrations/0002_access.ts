// API tokens, second factors, and how the people of an app log in.
import type { Migration } from "../migrate.ts";

export const access: Migration = {
  id: "0002_access",
  up: async ({ schema }, dialect) => {
    await schema
      .createTable("core_api_token")
      .addColumn("id", "integer", (c) => dialect.idColumn(c))
      .addColumn("app_id", "integer", (c) => c.notNull().references("core_app.id"))
      .addColumn("user_id", "integer", (c) => c.notNull().references("core_user.id"))
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("prefix", "text", (c) => c.notNull())
      .addColumn("secret_hash", "text", (c) => c.notNull().unique())
      .addColumn("previous_hash", "text", (c) => c.unique())
      .addColumn("previous_until", "text")
      .addColumn("scopes", "text", (c) => c.notNull())
      .addColumn("allowed_events", "text", (c) => c.notNull())
      .addColumn("created_at", "text", (c) => c.notNull())
      .addColumn("expires_at", "text", (c) => c.notNull())
      .addColumn("last_used_at", "text")
      .addColumn("last_used_from", "text")
      .addColumn("revoked_at", "text")
      .addColumn("rev", "integer", (c) => c.notNull().defaultTo(1))
      .execute();
    await schema.createIndex("core_api_token_app").on("core_api_token").columns(["app_id", "id"]).execute();
    await schema
      .createTable("core_second_factor")
      .addColumn("user_id", "integer", (c) => c.primaryKey().references("core_user.id"))
      .addColumn("secret", "text", (c) => c.notNull())
      .addColumn("confirmed_at", "text")
      .addColumn("last_step", "integer", (c) => c.notNull().defaultTo(0))
      .addColumn("recovery_hashes", "text", (c) => c.notNull())
      .addColumn("created_at", "text", (c) => c.notNull())
      .execute();
    await schema
      .createTable("core_login_rules")
      .addColumn("app_id", "integer", (c) => c.primaryKey().references("core_app.id"))
      .addColumn("rules", "text", (c) => c.notNull())
      .addColumn("rev", "integer", (c) => c.notNull().defaultTo(1))
      .addColumn("updated_at", "text", (c) => c.notNull())
      .execute();
  },
};
