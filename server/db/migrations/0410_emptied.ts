// When what a job told of people was taken away, and an order of letters by age, for those that have been kept long enough.
import { sql } from "kysely";
import type { Migration } from "../migrate.ts";

export const emptied: Migration = {
  id: "0410_emptied",
  up: async (db) => {
    await db.schema.alterTable("core_job").addColumn("emptied_at", "text").execute();
    await sql`create index core_job_full on core_job (finished_at, id) where emptied_at is null`.execute(db);
    await db.schema.createIndex("core_mail_age").on("core_mail").columns(["created_at", "id"]).execute();
  },
};
