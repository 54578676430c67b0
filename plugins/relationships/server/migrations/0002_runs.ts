// Kinds have a place and may be hidden from participants; links know the job that made them, so that it can be undone.
import type { Migration } from "#server";

export const runs: Migration = {
  id: "0002_runs",
  up: async (db) => {
    await db.schema
      .alterTable("relationships_kind")
      .addColumn("visible", "integer", (column) => column.notNull().defaultTo(1))
      .execute();
    await db.schema
      .alterTable("relationships_kind")
      .addColumn("position", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable("relationships_link").addColumn("job_id", "integer").execute();
    await db.schema
      .createIndex("relationships_link_by_job")
      .on("relationships_link")
      .column("job_id")
      .where("job_id", "is not", null)
      .execute();
    await db.schema
      .createTable("relationships_run")
      .addColumn("job_id", "integer", (column) => column.primaryKey())
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("kind_id", "integer", (column) => column.notNull())
      .addColumn("source", "text", (column) => column.notNull())
      .addColumn("links", "integer", (column) => column.notNull())
      .addColumn("until", "text", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("relationships_run_by_kind").on("relationships_run").columns(["kind_id"]).execute();
  },
};
