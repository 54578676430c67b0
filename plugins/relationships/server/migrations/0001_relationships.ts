// Kinds and links. A pair is linked once by a kind; each end is found from its profile.
import { type Migration, sql } from "#server";

export const relationships: Migration = {
  id: "0001_relationships",
  up: async (db, dialect) => {
    const text = dialect.kind === "postgres" ? sql`text collate "C"` : "text";
    await db.schema
      .createTable("relationships_kind")
      .addColumn("id", "integer", (column) => dialect.idColumn(column))
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("rev", "integer", (column) => column.notNull().defaultTo(1))
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("name_key", text, (column) => column.notNull())
      .addColumn("from_end", "text", (column) => column.notNull())
      .addColumn("to_end", "text", (column) => column.notNull())
      .addColumn("cardinality", "text", (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("updated_at", "text", (column) => column.notNull())
      .addUniqueConstraint("relationships_kind_name", ["event_id", "name_key"])
      .execute();
    await db.schema
      .createTable("relationships_link")
      .addColumn("id", "integer", (column) => dialect.idColumn(column))
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("kind_id", "integer", (column) => column.notNull())
      .addColumn("from_id", "integer", (column) => column.notNull())
      .addColumn("to_id", "integer", (column) => column.notNull())
      .addColumn("source", "text", (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull())
      .addUniqueConstraint("relationships_link_pair", ["kind_id", "from_id", "to_id"])
      .execute();
    const index = (name: string, columns: string[]) =>
      db.schema.createIndex(`relationships_link_${name}`).on("relationships_link").columns(columns).execute();
    await index("by_kind", ["kind_id", "id"]);
    await index("by_from", ["event_id", "from_id"]);
    await index("by_to", ["event_id", "to_id"]);
    await index("by_kind_to", ["kind_id", "to_id"]);
  },
};
