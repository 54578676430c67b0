// What a column beside lists is noted for (0313) is found in time in proportion to the rows: PostgreSQL keeps the plan that it made for
// the first statement, mostly of one row, and would compare each of thousands with each.
import { sql } from "kysely";
import type { Migration } from "../migrate.ts";

export const toldInProportion: Migration = {
  id: "0314_told_in_proportion",
  up: async (db, { kind }) => {
    if (kind === "postgres") await sql.raw(READ).execute(db);
  },
};

const VALUES = "of_column, thing_id, of_number, of_text";
const READ = `create or replace function core_beside_read() returns trigger language plpgsql as $$ begin
  insert into core_beside_stale (of_column, thing_id)
    select c.id, a.thing_id from (select ${VALUES} from added except select ${VALUES} from removed) a
      join core_beside_column o on o.id = a.of_column and o.reads = 0
      join core_beside_column c on c.event_id = o.event_id and c.reads = 1;
  return null;
end $$`;
