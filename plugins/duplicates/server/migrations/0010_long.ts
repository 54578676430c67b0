// Merges can be undone for thirty days and stand in a list, which is searched by who went.
import { type Migration, sql } from "#server";

export const long: Migration = {
  id: "0010_long",
  up: async (db) => {
    const { schema } = db;
    for (const name of ["dropped_name", "dropped_key"])
      await schema
        .alterTable("duplicates_merge")
        .addColumn(name, "text", (column) => column.notNull().defaultTo(""))
        .execute();
    await schema
      .alterTable("duplicates_merge")
      .addColumn("stands", "integer", (column) => column.notNull().defaultTo(1))
      .execute();
    // Those of before keep neither names nor pictures for so long: whoever has just made one finds its undo above the queue.
    await sql`update duplicates_merge set stands = 0`.execute(db);
    await schema
      .createIndex("duplicates_merge_by_time")
      .on("duplicates_merge")
      .columns(["event_id", "stands", "at"])
      .execute();
    await schema
      .createIndex("duplicates_merge_by_kept")
      .on("duplicates_merge")
      .columns(["event_id", "kept_id"])
      .execute();
    await schema
      .createIndex("duplicates_merge_by_dropped")
      .on("duplicates_merge")
      .columns(["event_id", "dropped_id"])
      .execute();
  },
};
