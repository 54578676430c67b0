// What a list of members changed, kept for as long as it can be undone.
import type { Migration } from "#server";

export const runs: Migration = {
  id: "0003_runs",
  up: async (db) => {
    await db.schema
      .createTable("custom_groups_run")
      .addColumn("job_id", "integer", (column) => column.primaryKey())
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("group_id", "integer", (column) => column.notNull())
      .addColumn("added", "integer", (column) => column.notNull())
      .addColumn("removed", "integer", (column) => column.notNull())
      .addColumn("until", "text", (column) => column.notNull())
      .addColumn("undone_at", "text")
      .execute();
    await db.schema.createIndex("custom_groups_run_by_group").on("custom_groups_run").columns(["group_id"]).execute();
    await db.schema
      .createTable("custom_groups_undo")
      .addColumn("job_id", "integer", (column) => column.notNull())
      .addColumn("thing_id", "integer", (column) => column.notNull())
      .addColumn("was_added", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("custom_groups_undo_key", ["job_id", "thing_id"])
      .execute();
  },
};
