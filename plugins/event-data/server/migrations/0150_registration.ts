// The id of a registration elsewhere has a column of its own: an index on an expression calls a function for each profile that
// comes in, and SQLite then keeps a copy of every page that a statement changes, in case the function fails.
import { type Migration, sql } from "#server";

const VALUE = {
  sqlite: sql`cast(json_extract(fields, '$.registration_id') as text)`,
  postgres: sql`(fields::jsonb ->> 'registration_id')`,
};

export const registration: Migration = {
  id: "0150_registration",
  up: async (db, { kind }) => {
    const value = VALUE[kind];
    await sql`drop index event_data_thing_by_registration`.execute(db);
    await sql`alter table event_data_thing add column registration text`.execute(db);
    await sql`update event_data_thing set registration = ${value} where ${value} is not null`.execute(db);
    await sql`create index event_data_thing_by_registration on event_data_thing (event_id, registration)
      where registration is not null`.execute(db);
  },
};
