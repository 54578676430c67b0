// Mail on its way out: written with the act that it tells of, sent afterwards.
import type { Migration } from "../migrate.ts";

export const mail: Migration = {
  id: "0003_mail",
  up: async ({ schema }, dialect) => {
    await schema
      .createTable("core_mail")
      .addColumn("id", "integer", (c) => dialect.idColumn(c))
      .addColumn("app_id", "integer", (c) => c.notNull())
      .addColumn("recipient", "text", (c) => c.notNull())
      .addColumn("subject", "text", (c) => c.notNull())
      .addColumn("text", "text", (c) => c.notNull())
      .addColumn("state", "text", (c) => c.notNull())
      .addColumn("attempts", "integer", (c) => c.notNull().defaultTo(0))
      .addColumn("error", "text")
      .addColumn("created_at", "text", (c) => c.notNull())
      .addColumn("next_at", "text")
      .addColumn("sent_at", "text")
      .execute();
    await schema.createIndex("core_mail_next").on("core_mail").columns(["state", "next_at"]).execute();
    await schema.createIndex("core_mail_app").on("core_mail").columns(["app_id", "id"]).execute();
  },
};
