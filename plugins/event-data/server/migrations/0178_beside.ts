// Each profile has a row in every column that other areas have its event keep: it comes with the profile, says of which type,
// state and country it is, and goes with it.
import { type Dialect, type Migration, sql } from "#server";

export const beside: Migration = {
  id: "0178_beside",
  up: async (db, { kind }) => {
    for (const statement of TRIGGERS[kind]) await sql.raw(statement).execute(db);
  },
};

/** The rows of some profiles; `from` names them `t`. */
export const besideRows = (from: string, isOf = "") => `insert into core_beside_value
    (of_column, thing_id, of_number, of_text, of_type, of_status, of_country)
  select c.id, t.id, c.none, '', t.type_id, t.status, t.country
    from ${from} join core_beside_column c on c.event_id = t.event_id ${isOf} where 1 = 1 on conflict do nothing`;

const columnsOf = (row: string) => `(select id from core_beside_column where event_id = ${row}.event_id)`;
const PLACED = ["type_id", "status", "country"];

function onPostgres(name: string, when: string, body: string): string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body}; return null; end $$`,
    `create trigger ${name} after ${when} for each statement execute function ${name}()`,
  ];
}

/** Planned each time: a connection would keep the way that it took for the first profile, however many come later. */
const eachTime = (statement: string) => `execute $each$ ${statement} $each$`;
const placed = (table: string) => `select id, event_id, ${PLACED.join(", ")} from ${table}`;

const TRIGGERS: Record<Dialect["kind"], string[]> = {
  sqlite: [
    // New profiles are settled after their rows.
    `create trigger event_data_beside_added after delete on event_data_fresh begin
      ${besideRows("(select * from event_data_thing where id = old.id) t")};
    end`,
    `create trigger event_data_beside_removed after delete on event_data_thing begin
      delete from core_beside_value where of_column in ${columnsOf("old")} and thing_id = old.id;
    end`,
    `create trigger event_data_beside_placed after update of type_id, status, country on event_data_thing
      when ${PLACED.map((name) => `old.${name} <> new.${name}`).join(" or ")}
      begin
        update core_beside_value set of_type = new.type_id, of_status = new.status, of_country = new.country
          where of_column in ${columnsOf("new")} and thing_id = new.id;
      end`,
  ],
  postgres: [
    ...onPostgres(
      "event_data_beside_added",
      "insert on event_data_thing referencing new table as added",
      besideRows("added t"),
    ),
    ...onPostgres(
      "event_data_beside_removed",
      "delete on event_data_thing referencing old table as removed",
      eachTime(`delete from core_beside_value v using removed t join core_beside_column c on c.event_id = t.event_id
         where v.of_column = c.id and v.thing_id = t.id`),
    ),
    ...onPostgres(
      "event_data_beside_placed",
      "update on event_data_thing referencing old table as removed new table as added",
      eachTime(`update core_beside_value v set of_type = t.type_id, of_status = t.status, of_country = t.country
         from (${placed("added")} except ${placed("removed")}) t join core_beside_column c on c.event_id = t.event_id
         where v.of_column = c.id and v.thing_id = t.id`),
    ),
  ],
};
