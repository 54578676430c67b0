// Groups, and the members of those that are made by hand. Members of a rule are found when they are asked for.
import { type Migration, sql } from "#server";

export const groups: Migration = {
  id: "0001_groups",
  up: async (db, dialect) => {
    const text = dialect.kind === "postgres" ? sql`text collate "C"` : "text";
    await db.schema
      .createTable("custom_groups_group")
      .addColumn("id", "integer", (column) => dialect.idColumn(column))
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("rev", "integer", (column) => column.notNull().defaultTo(1))
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("name_key", text, (column) => column.notNull())
      .addColumn("colour", "text", (column) => column.notNull())
      .addColumn("mode", "text", (column) => column.notNull())
      .addColumn("rule", "text")
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("updated_at", "text", (column) => column.notNull())
      .addUniqueConstraint("custom_groups_group_name", ["event_id", "name_key"])
      .execute();
    await db.schema
      .createTable("custom_groups_member")
      .addColumn("group_id", "integer", (column) => column.notNull())
      .addColumn("thing_id", "integer", (column) => column.notNull())
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("added_at", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("custom_groups_member_key", ["group_id", "thing_id"])
      .execute();
    await db.schema
      .createIndex("custom_groups_member_by_thing")
      .on("custom_groups_member")
      .columns(["event_id", "thing_id", "group_id"])
      .execute();
  },
};
