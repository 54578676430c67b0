// Profiles are counted by type, status and country as they come and go, so that counting them reads some hundred rows
// instead of a million. The database keeps the tally itself: nobody who writes a profile can forget it.
import { type Dialect, type Migration, sql } from "#server";

export const tally: Migration = {
  id: "0040_tally",
  up: async (db, dialect) => {
    const text = dialect.kind === "postgres" ? sql`text collate "C"` : "text";
    await db.schema
      .createTable("event_data_thing_tally")
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("type_id", "integer", (column) => column.notNull())
      .addColumn("status", text, (column) => column.notNull())
      .addColumn("country", "text", (column) => column.notNull())
      .addColumn("country_key", text, (column) => column.notNull())
      .addColumn("count", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("event_data_thing_tally_once", ["event_id", "type_id", "status", "country"])
      .execute();
    for (const statement of [FILL, ...STATEMENTS[dialect.kind]]) await sql.raw(statement).execute(db);
  },
};

const COLUMNS = "event_id, type_id, status, country, country_key, count";
const FILL = `insert into event_data_thing_tally (${COLUMNS})
  select event_id, type_id, status, country, min(country_key), count(*) from event_data_thing group by 1, 2, 3, 4`;
const ONCE = "on conflict (event_id, type_id, status, country) do update set";

const ADD = `insert into event_data_thing_tally (${COLUMNS})
  values (new.event_id, new.type_id, new.status, new.country, new.country_key, 1) ${ONCE} count = count + 1`;
const IS_OLD = "event_id = old.event_id and type_id = old.type_id and status = old.status and country = old.country";
const TAKE = `update event_data_thing_tally set count = count - 1 where ${IS_OLD};
  delete from event_data_thing_tally where ${IS_OLD} and count = 0`;

const CLEAR = `delete from event_data_thing_tally as t using removed as r where t.count = 0
  and t.event_id = r.event_id and t.type_id = r.type_id and t.status = r.status and t.country = r.country;`;

/** Once a statement, not a row: a block of an import changes each line of the tally once. */
function onPostgres(name: string, when: string, changes: string): string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin
      insert into event_data_thing_tally (${COLUMNS})
        select event_id, type_id, status, country, min(country_key), sum(change)::int from (${changes}) as changes
        group by 1, 2, 3, 4 having sum(change) <> 0 order by 1, 2, 3, 4
        ${ONCE} count = event_data_thing_tally.count + excluded.count;
      ${changes.includes("removed") ? CLEAR : ""}
      return null;
    end $$`,
    `create trigger ${name} after ${when} for each statement execute function ${name}()`,
  ];
}

const ADDED = "select *, 1 as change from added";
const REMOVED = "select *, -1 as change from removed";

const STATEMENTS: Record<Dialect["kind"], string[]> = {
  sqlite: [
    `create trigger event_data_tally_added after insert on event_data_thing begin ${ADD}; end`,
    `create trigger event_data_tally_removed after delete on event_data_thing begin ${TAKE}; end`,
    `create trigger event_data_tally_saved after update of event_id, type_id, status, country on event_data_thing
      when old.event_id <> new.event_id or old.type_id <> new.type_id or old.status <> new.status or old.country <> new.country
      begin ${TAKE}; ${ADD}; end`,
  ],
  postgres: [
    ...onPostgres("event_data_tally_added", "insert on event_data_thing referencing new table as added", ADDED),
    ...onPostgres("event_data_tally_removed", "delete on event_data_thing referencing old table as removed", REMOVED),
    ...onPostgres(
      "event_data_tally_saved",
      "update on event_data_thing referencing new table as added old table as removed",
      `${ADDED} union all ${REMOVED}`,
    ),
  ],
};
