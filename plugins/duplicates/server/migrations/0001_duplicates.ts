// Keys by which profiles are compared, suspected pairs, and merges with what undoes them.
import { type Migration, sql } from "#server";

const KINDS = ["mail", "name", "phone", "near"] as const;

export const duplicates: Migration = {
  id: "0001_duplicates",
  up: async (db, dialect) => {
    const text = dialect.kind === "postgres" ? sql`text collate "C"` : "text";
    let keys = db.schema
      .createTable("duplicates_key")
      .addColumn("thing_id", "integer", (column) => column.primaryKey())
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("rev", "integer", (column) => column.notNull());
    for (const kind of KINDS) keys = keys.addColumn(kind, text, (column) => column.notNull());
    await keys.execute();
    for (const kind of KINDS) {
      await sql`create index ${sql.ref(`duplicates_key_${kind}`)} on duplicates_key (event_id, ${sql.ref(kind)}, thing_id)
        where ${sql.ref(kind)} <> ''`.execute(db);
    }
    await db.schema
      .createTable("duplicates_pair")
      .addColumn("id", "integer", (column) => dialect.idColumn(column))
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("one_id", "integer", (column) => column.notNull())
      .addColumn("other_id", "integer", (column) => column.notNull())
      .addColumn("score", "integer", (column) => column.notNull())
      .addColumn("reasons", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("found_by", "integer", (column) => column.notNull())
      .addUniqueConstraint("duplicates_pair_once", ["event_id", "one_id", "other_id"])
      .execute();
    await db.schema
      .createIndex("duplicates_pair_by_score")
      .on("duplicates_pair")
      .columns(["event_id", "state", "score", "id"])
      .execute();
    await db.schema
      .createIndex("duplicates_pair_by_other")
      .on("duplicates_pair")
      .columns(["event_id", "other_id"])
      .execute();
    await db.schema
      .createTable("duplicates_search")
      .addColumn("event_id", "integer", (column) => column.primaryKey())
      .addColumn("at", "text", (column) => column.notNull())
      .addColumn("number", "integer", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("duplicates_merge")
      .addColumn("id", "integer", (column) => dialect.idColumn(column))
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("kept_id", "integer", (column) => column.notNull())
      .addColumn("dropped_id", "integer", (column) => column.notNull())
      .addColumn("rev", "integer", (column) => column.notNull())
      .addColumn("before", "text", (column) => column.notNull())
      .addColumn("at", "text", (column) => column.notNull())
      .addColumn("undone_at", "text")
      .execute();
  },
};
