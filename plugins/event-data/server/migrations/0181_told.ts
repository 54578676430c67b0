// Profiles whose rows change are noted for columns beside their lists that rules decide, in events that have such.
import { type Dialect, type Migration, sql } from "#server";

export const told: Migration = {
  id: "0181_told",
  up: async (db, { kind }) => {
    for (const statement of TRIGGERS[kind]) await sql.raw(statement).execute(db);
  },
};

const READ =
  "type_id, first_name, last_name, name, email, company_name, job_title, country, status, fields, photo, updated_at, source";

const TRIGGERS: Record<Dialect["kind"], string[]> = {
  sqlite: [
    `create trigger event_data_told after update of ${READ} on event_data_thing
      when exists (select 1 from core_beside_column where event_id = new.event_id and reads = 1)
      begin
        insert into core_beside_stale (of_column, thing_id)
          select id, new.id from core_beside_column where event_id = new.event_id and reads = 1;
      end`,
  ],
  postgres: [
    `create function event_data_told() returns trigger language plpgsql as $$ begin
      insert into core_beside_stale (of_column, thing_id)
        select c.id, t.id from added t join core_beside_column c on c.event_id = t.event_id and c.reads = 1;
      return null;
    end $$`,
    `create trigger event_data_told after update on event_data_thing referencing new table as added
      for each statement execute function event_data_told()`,
  ],
};
