// Notes by event.
import type { Migration } from "#server";

export const notes: Migration = {
  id: "0001_notes",
  up: async (db, dialect) => {
    await db.schema
      .createTable("template_note")
      .addColumn("id", "integer", (c) => dialect.idColumn(c))
      .addColumn("event_id", "integer", (c) => c.notNull())
      .addColumn("text", "text", (c) => c.notNull())
      .addColumn("rev", "integer", (c) => c.notNull().defaultTo(1))
      .addColumn("updated_at", "text", (c) => c.notNull())
      .execute();
    await db.schema.createIndex("template_note_event").on("template_note").columns(["event_id", "id"]).execute();
  },
};
