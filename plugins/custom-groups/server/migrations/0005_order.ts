// The column of groups beside lists has an order from the first group of an event on. Whoever is put into a group by hand, or taken out,
// is noted; who fits a rule is told anew when the profile changes.
import { beginBeside, type Dialect, type Migration, noteTold, sql, TOLD_NONE } from "#server";

export const order: Migration = {
  id: "0005_order",
  up: async (db, { kind }) => {
    for (const statement of TRIGGERS[kind]) await sql.raw(statement).execute(db);
    await sql.raw(begin("select distinct event_id from custom_groups_group")).execute(db);
  },
};

export const NAMES_KEY = "custom-groups.names";
const begin = (events: string) => beginBeside([NAMES_KEY], events, TOLD_NONE);
const note = (from: string) => noteTold(NAMES_KEY, `select event_id, thing_id from ${from}`);
const row = (name: string) => `(select ${name}.event_id as event_id, ${name}.thing_id as thing_id) as one`;

function onPostgres(name: string, when: string, body: string): string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body}; return null; end $$`,
    `create trigger ${name} after ${when} table as changed for each statement execute function ${name}()`,
  ];
}

const TRIGGERS: Record<Dialect["kind"], string[]> = {
  sqlite: [
    `create trigger custom_groups_order_begun after insert on custom_groups_group begin
      ${begin("select new.event_id as event_id")};
    end`,
    `create trigger custom_groups_order_added after insert on custom_groups_member begin ${note(row("new"))}; end`,
    `create trigger custom_groups_order_removed after delete on custom_groups_member begin ${note(row("old"))}; end`,
  ],
  postgres: [
    ...onPostgres(
      "custom_groups_order_begun",
      "insert on custom_groups_group referencing new",
      begin("select distinct event_id from changed"),
    ),
    ...onPostgres("custom_groups_order_added", "insert on custom_groups_member referencing new", note("changed")),
    ...onPostgres("custom_groups_order_removed", "delete on custom_groups_member referencing old", note("changed")),
  ],
};
