// Whoever changes, adds or removes a field changes what may be seen in its app: the app's revision of rules tells, so that
// requests need not look the fields up each time.
import { type Migration, sql } from "#server";

const raised = (row: string) => `update core_app set rules_rev = rules_rev + 1 where id = ${row}.app_id`;

export const rules: Migration = {
  id: "0145_rules",
  up: async (db, { kind }) => {
    for (const statement of kind === "sqlite" ? ON_SQLITE : ON_POSTGRES) await sql.raw(statement).execute(db);
  },
};

const ON_SQLITE = [
  `create trigger event_data_rules_added after insert on event_data_field begin ${raised("new")}; end`,
  `create trigger event_data_rules_saved after update on event_data_field begin ${raised("new")}; end`,
  `create trigger event_data_rules_removed after delete on event_data_field begin ${raised("old")}; end`,
];

const ON_POSTGRES = [
  `create function event_data_rules() returns trigger language plpgsql as $$ begin
    if tg_op = 'DELETE' then ${raised("old")}; else ${raised("new")}; end if;
    return null;
  end $$`,
  `create trigger event_data_rules after insert or update or delete on event_data_field
    for each row execute function event_data_rules()`,
];
