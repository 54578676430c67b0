// The members of a group that is gone are in none of its profiles' orders any more: as they are cleared, nothing is noted of them.
import { type Dialect, type Migration, noteTold, sql } from "#server";
import { NAMES_KEY } from "./0005_order.ts";

export const cleared: Migration = {
  id: "0006_cleared",
  up: async (db, { kind }) => {
    for (const statement of STATEMENTS[kind]) await sql.raw(statement).execute(db);
  },
};

const NAME = "custom_groups_order_removed";

const STATEMENTS: Record<Dialect["kind"], string[]> = {
  sqlite: [
    `drop trigger ${NAME}`,
    `create trigger ${NAME} after delete on custom_groups_member
      when exists (select 1 from custom_groups_group where id = old.group_id) begin
      ${noteTold(NAMES_KEY, "select old.event_id as event_id, old.thing_id as thing_id")};
    end`,
  ],
  postgres: [
    `create or replace function ${NAME}() returns trigger language plpgsql as $$ begin
      ${noteTold(NAMES_KEY, "select m.event_id, m.thing_id from changed m join custom_groups_group g on g.id = m.group_id")};
      return null; end $$`,
  ],
};
