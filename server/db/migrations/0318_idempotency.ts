// Replies of writes that came with a key, so that a repeat is answered and not done.
import type { Migration } from "../migrate.ts";

export const idempotency: Migration = {
  id: "0318_idempotency",
  up: async ({ schema }, { blob }) => {
    await schema
      .createTable("core_idempotency")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("app_id", "integer")
      .addColumn("fingerprint", "text", (c) => c.notNull())
      .addColumn("status", "integer")
      .addColumn("reply", blob)
      .addColumn("created_at", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("core_idempotency_created").on("core_idempotency").column("created_at").execute();
    await schema.createIndex("core_idempotency_app").on("core_idempotency").column("app_id").execute();
  },
};
