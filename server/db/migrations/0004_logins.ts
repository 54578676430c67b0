// Log-in by mailed code and by single sign-on, the counting of failed log-ins, and how a session began.
import type { Migration } from "../migrate.ts";

export const logins: Migration = {
  id: "0004_logins",
  up: async ({ schema }, dialect) => {
    await schema
      .createTable("core_login_mark")
      .addColumn("key", "text", (c) => c.primaryKey())
      .addColumn("count", "integer", (c) => c.notNull())
      .addColumn("until", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("core_login_mark_until").on("core_login_mark").column("until").execute();
    await schema
      .createTable("core_login_code")
      .addColumn("id", "integer", (c) => dialect.idColumn(c))
      .addColumn("user_id", "integer", (c) => c.notNull().references("core_user.id"))
      .addColumn("code_hash", "text", (c) => c.notNull())
      .addColumn("binding_hash", "text", (c) => c.notNull())
      .addColumn("attempts", "integer", (c) => c.notNull().defaultTo(0))
      .addColumn("created_at", "text", (c) => c.notNull())
      .addColumn("expires_at", "text", (c) => c.notNull())
      .addColumn("used_at", "text")
      .execute();
    await schema.createIndex("core_login_code_user").on("core_login_code").columns(["user_id", "id"]).execute();
    await schema
      .createTable("core_login_provider")
      .addColumn("app_id", "integer", (c) => c.primaryKey().references("core_app.id"))
      .addColumn("issuer", "text", (c) => c.notNull())
      .addColumn("client_id", "text", (c) => c.notNull())
      .addColumn("sealed_secret", "text", (c) => c.notNull())
      .addColumn("settings", "text", (c) => c.notNull())
      .addColumn("enabled", "integer", (c) => c.notNull())
      .addColumn("set_by", "integer", (c) => c.notNull().references("core_user.id"))
      .addColumn("set_by_role", "integer", (c) => c.notNull())
      .addColumn("tested_at", "text")
      .addColumn("rev", "integer", (c) => c.notNull().defaultTo(1))
      .addColumn("updated_at", "text", (c) => c.notNull())
      .execute();
    await schema
      .createTable("core_login_domain")
      .addColumn("domain", "text", (c) => c.primaryKey())
      .addColumn("app_id", "integer", (c) => c.notNull().references("core_app.id"))
      .execute();
    await schema
      .createTable("core_login_identity")
      .addColumn("app_id", "integer", (c) => c.notNull().references("core_app.id"))
      .addColumn("issuer", "text", (c) => c.notNull())
      .addColumn("subject", "text", (c) => c.notNull())
      .addColumn("user_id", "integer", (c) => c.notNull().references("core_user.id"))
      .addColumn("created_at", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("core_login_identity_once", ["app_id", "issuer", "subject"])
      .execute();
    await schema.createIndex("core_login_identity_user").on("core_login_identity").column("user_id").execute();
    await schema
      .createTable("core_login_attempt")
      .addColumn("state_hash", "text", (c) => c.primaryKey())
      .addColumn("app_id", "integer", (c) => c.notNull().references("core_app.id"))
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("tester_id", "integer")
      .addColumn("binding_hash", "text", (c) => c.notNull())
      .addColumn("sealed_proofs", "text", (c) => c.notNull())
      .addColumn("expires_at", "text", (c) => c.notNull())
      .addColumn("taken_at", "text")
      .addColumn("user_id", "integer")
      .execute();
    await schema.alterTable("core_session").addColumn("app_id", "integer").execute();
    await schema
      .alterTable("core_session")
      .addColumn("way", "text", (c) => c.notNull().defaultTo("password"))
      .execute();
    await schema
      .alterTable("core_mail")
      .addColumn("secret", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
