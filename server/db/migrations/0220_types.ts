// What an app says of its data types beside their names: their order, how they are shown, and which are no longer given to events.
import { sql } from "kysely";
import type { Migration } from "../migrate.ts";

export const typeFacts: Migration = {
  id: "0220_types",
  up: async (db) => {
    const add = (name: string, type: "integer" | "text", initial?: number | string) =>
      db.schema
        .alterTable("core_type")
        .addColumn(name, type, (c) => (initial === undefined ? c : c.notNull().defaultTo(initial)))
        .execute();
    await add("position", "integer", 0);
    await add("definition", "text", "{}");
    await add("archived_at", "text");
    // They keep the order in which they were shown until now.
    await sql`
      update core_type set position = (
        select count(*) from core_type other
        where other.app_id = core_type.app_id and other.type_category_id = core_type.type_category_id
          and other.type <= core_type.type
      )`.execute(db);
    await db.schema.createIndex("core_event_type_of").on("core_event_type").columns(["type_id", "event_id"]).execute();
  },
};
