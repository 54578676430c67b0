// On PostgreSQL, too, the order by name answers for the search: a page of a common word looks at entries of the index alone.
// An entry of an index has an end there, so that the few texts that are longer stand in an index of their own.
import { type Migration, sql } from "#server";

/** Bytes of text in an entry; the limit is 2,704. */
const LONGEST = 1800;

const STATEMENTS = [
  "drop index event_data_thing_by_name_key",
  `alter table event_data_thing add column found text generated always as
    (case when octet_length(search) + octet_length(name_key) + octet_length(country) <= ${LONGEST} then search end) stored`,
  `create index event_data_thing_by_name_key on event_data_thing (event_id, name_key, id, type_id, status, country) include (found)`,
  "create index event_data_thing_found_outside on event_data_thing (event_id, id) where found is null",
];

export const foundInOrder: Migration = {
  id: "0110_found_in_order",
  up: async (db, { kind }) => {
    for (const statement of kind === "postgres" ? STATEMENTS : []) await sql.raw(statement).execute(db);
  },
};
