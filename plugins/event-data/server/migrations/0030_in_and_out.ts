// Imports remember their columns and find profiles by the id of a registration; acts on many keep what was before.
import { type Migration, sql } from "#server";

// The same as the import asks for (see registrationOf), or the index does not serve it.
const VALUE = {
  sqlite: sql`cast(json_extract(fields, '$.registration_id') as text)`,
  postgres: sql`(fields::jsonb ->> 'registration_id')`,
};

export const inAndOut: Migration = {
  id: "0030_in_and_out",
  up: async (db, dialect) => {
    await db.schema
      .createTable("event_data_import_column")
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("heading", "text", (column) => column.notNull())
      .addColumn("field", "text")
      .addPrimaryKeyConstraint("event_data_import_column_once", ["event_id", "heading"])
      .execute();
    await db.schema
      .createTable("event_data_act")
      .addColumn("job_id", "integer", (column) => column.primaryKey())
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("act", "text", (column) => column.notNull())
      .addColumn("until", "text", (column) => column.notNull())
      .addColumn("undone_at", "text")
      .execute();
    await db.schema
      .createTable("event_data_undo")
      .addColumn("job_id", "integer", (column) => column.notNull())
      .addColumn("thing_id", "integer", (column) => column.notNull())
      .addColumn("rev", "integer", (column) => column.notNull())
      .addColumn("before", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("event_data_undo_once", ["job_id", "thing_id"])
      .execute();
    const value = VALUE[dialect.kind];
    const index = sql`create index event_data_thing_by_registration on event_data_thing (event_id, (${value})) where ${value} is not null`;
    await index.execute(db);
  },
};
