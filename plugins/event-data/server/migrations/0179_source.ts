// Where a profile came from stands in its row and in an order of its own, which is read as the orders of answers are. Nothing stands
// there for profiles that came before; those are looked up in their histories, in blocks.
import { type Migration, sql } from "#server";

export const source: Migration = {
  id: "0179_source",
  up: async (db, { kind }) => {
    const isSqlite = kind === "sqlite";
    const [key, more] = ["event_id, source, id", "type_id, status, country"];
    const statements = [
      `alter table event_data_thing add column source text${isSqlite ? "" : ` collate "C"`}`,
      `create index event_data_thing_by_source on event_data_thing (${isSqlite ? `${key}, ${more})` : `${key}) include (${more})`}`,
      `create view event_data_source as select event_id as of_event, ${isSqlite ? "-1e308" : "(-1e308)::double precision"} as of_number,
        source as of_text, id as thing_id, type_id as of_type, status as of_status, country as of_country from event_data_thing`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
