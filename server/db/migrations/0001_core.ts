// The house's own tables: people, sessions, apps, events, types, history, jobs.
import type { Migration } from "../migrate.ts";

export const core: Migration = {
  id: "0001_core",
  up: async (db, dialect) => {
    const { schema } = db;
    await schema
      .createTable("core_user")
      .addColumn("id", "integer", (c) => dialect.idColumn(c))
      .addColumn("email", "text", (c) => c.notNull().unique())
      .addColumn("first_name", "text", (c) => c.notNull())
      .addColumn("last_name", "text", (c) => c.notNull())
      .addColumn("password_hash", "text")
      .addColumn("rev", "integer", (c) => c.notNull().defaultTo(1))
      .addColumn("created_at", "text", (c) => c.notNull())
      .addColumn("updated_at", "text", (c) => c.notNull())
      .addColumn("disabled_at", "text")
      .execute();
    await schema
      .createTable("core_session")
      .addColumn("id", "integer", (c) => dialect.idColumn(c))
      .addColumn("user_id", "integer", (c) => c.notNull().references("core_user.id"))
      .addColumn("token_hash", "text", (c) => c.notNull().unique())
      .addColumn("device", "text", (c) => c.notNull())
      .addColumn("created_at", "text", (c) => c.notNull())
      .addColumn("last_seen_at", "text", (c) => c.notNull())
      .addColumn("expires_at", "text", (c) => c.notNull())
      .addColumn("ended_at", "text")
      .execute();
    await schema.createIndex("core_session_user").on("core_session").column("user_id").execute();
    await schema
      .createTable("core_otp")
      .addColumn("id", "integer", (c) => dialect.idColumn(c))
      .addColumn("user_id", "integer", (c) => c.notNull().references("core_user.id"))
      .addColumn("token_hash", "text", (c) => c.notNull().unique())
      .addColumn("expires_at", "text", (c) => c.notNull())
      .addColumn("used_at", "text")
      .execute();
    await schema
      .createTable("core_app")
      .addColumn("id", "integer", (c) => dialect.idColumn(c))
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("default_locale", "text", (c) => c.notNull())
      .addColumn("supported_locales", "text", (c) => c.notNull())
      .addColumn("settings", "text", (c) => c.notNull())
      .addColumn("cdp_token", "text", (c) => c.notNull())
      .addColumn("rev", "integer", (c) => c.notNull().defaultTo(1))
      .execute();
    await schema
      .createTable("core_membership")
      .addColumn("id", "integer", (c) => dialect.idColumn(c))
      .addColumn("user_id", "integer", (c) => c.notNull().references("core_user.id"))
      .addColumn("app_id", "integer", (c) => c.notNull().references("core_app.id"))
      .addColumn("role_id", "integer", (c) => c.notNull())
      .addColumn("allowed_events", "text", (c) => c.notNull())
      .addColumn("permissions", "text")
      .addColumn("token_generation", "integer")
      .addColumn("disabled_at", "text")
      .addColumn("rev", "integer", (c) => c.notNull().defaultTo(1))
      .addUniqueConstraint("core_membership_once", ["user_id", "app_id"])
      .execute();
    await schema
      .createTable("core_event")
      .addColumn("id", "integer", (c) => dialect.idColumn(c))
      .addColumn("app_id", "integer", (c) => c.notNull().references("core_app.id"))
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("active", "integer", (c) => c.notNull())
      .addColumn("web_networking_activated", "integer", (c) => c.notNull())
      .addColumn("format", "text", (c) => c.notNull())
      .addColumn("timezone", "text", (c) => c.notNull())
      .addColumn("date_start", "text", (c) => c.notNull())
      .addColumn("date_end", "text", (c) => c.notNull())
      .addColumn("archived_at", "text")
      .addColumn("rev", "integer", (c) => c.notNull().defaultTo(1))
      .addColumn("created_at", "text", (c) => c.notNull())
      .addColumn("updated_at", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("core_event_app").on("core_event").columns(["app_id", "date_start"]).execute();
    await schema
      .createTable("core_type")
      .addColumn("id", "integer", (c) => dialect.idColumn(c))
      .addColumn("app_id", "integer", (c) => c.notNull().references("core_app.id"))
      .addColumn("type", "text", (c) => c.notNull())
      .addColumn("type_category_id", "integer", (c) => c.notNull())
      .addColumn("rev", "integer", (c) => c.notNull().defaultTo(1))
      .addUniqueConstraint("core_type_once", ["app_id", "type"])
      .execute();
    await schema
      .createTable("core_event_type")
      .addColumn("event_id", "integer", (c) => c.notNull().references("core_event.id"))
      .addColumn("type_id", "integer", (c) => c.notNull().references("core_type.id"))
      .addPrimaryKeyConstraint("core_event_type_once", ["event_id", "type_id"])
      .execute();
    await history(db, dialect);
    await jobs(db, dialect);
  },
};

const history: Migration["up"] = async ({ schema }, dialect) => {
  await schema
    .createTable("core_audit")
    .addColumn("id", "integer", (c) => dialect.idColumn(c))
    .addColumn("at", "text", (c) => c.notNull())
    .addColumn("app_id", "integer")
    .addColumn("event_id", "integer")
    .addColumn("actor_kind", "text", (c) => c.notNull())
    .addColumn("actor_id", "integer")
    .addColumn("actor_label", "text", (c) => c.notNull())
    .addColumn("action", "text", (c) => c.notNull())
    .addColumn("object_type", "text", (c) => c.notNull())
    .addColumn("object_id", "text", (c) => c.notNull())
    .addColumn("object_label", "text", (c) => c.notNull())
    .addColumn("before", "text")
    .addColumn("after", "text")
    .addColumn("request_id", "text", (c) => c.notNull())
    .addColumn("previous_hash", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .execute();
  await schema.createIndex("core_audit_object").on("core_audit").columns(["object_type", "object_id", "id"]).execute();
  await schema.createIndex("core_audit_event").on("core_audit").columns(["app_id", "event_id", "id"]).execute();
};

const jobs: Migration["up"] = async ({ schema }, dialect) => {
  await schema
    .createTable("core_job")
    .addColumn("id", "integer", (c) => dialect.idColumn(c))
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("app_id", "integer", (c) => c.notNull())
    .addColumn("event_id", "integer")
    .addColumn("user_id", "integer", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("progress", "real", (c) => c.notNull())
    .addColumn("payload", "text", (c) => c.notNull())
    .addColumn("result", "text")
    .addColumn("error", "text")
    .addColumn("worker", "text")
    .addColumn("lease_until", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("finished_at", "text")
    .execute();
  await schema.createIndex("core_job_state").on("core_job").columns(["state", "id"]).execute();
  await schema
    .createTable("core_job_file")
    .addColumn("job_id", "integer", (c) => c.notNull().references("core_job.id").onDelete("cascade"))
    .addColumn("side", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("media_type", "text", (c) => c.notNull())
    .addColumn("bytes", dialect.blob, (c) => c.notNull())
    .addPrimaryKeyConstraint("core_job_file_once", ["job_id", "side"])
    .execute();
  await schema
    .createTable("core_setting")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("value", "text", (c) => c.notNull())
    .execute();
};
