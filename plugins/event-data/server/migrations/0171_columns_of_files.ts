// What an import remembers of columns is told apart by the headings of the file, and where two have the same one. What was
// remembered before belongs to no file that is known.
import { type Migration, sql } from "#server";

export const columnsOfFiles: Migration = {
  id: "0171_columns_of_files",
  up: async (db) => {
    const before = "event_data_import_column";
    const made = "event_data_import_column_of";
    await db.schema
      .createTable(made)
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("shape", "text", (column) => column.notNull())
      .addColumn("heading", "text", (column) => column.notNull())
      .addColumn("nth", "integer", (column) => column.notNull())
      .addColumn("field", "text")
      .addColumn("chosen_at", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("event_data_import_column_of_file", ["event_id", "shape", "heading", "nth"])
      .execute();
    await sql
      .raw(
        `insert into ${made} (event_id, shape, heading, nth, field, chosen_at)
          select event_id, '', heading, 0, field, '' from ${before}`,
      )
      .execute(db);
    await db.schema.dropTable(before).execute();
    await db.schema.alterTable(made).renameTo(before).execute();
  },
};
