// In how many suspected pairs profiles are, for the column beside their lists: counted anew for those whose pairs come, go or change.
import {
  type BesideCount,
  beginBeside,
  besideComesEach,
  besideOf,
  type Dialect,
  holdBeside,
  type Migration,
  sql,
} from "#server";

export const counted: Migration = {
  id: "0005_counted",
  up: async (db, { kind }) => {
    for (const statement of [...TRIGGERS[kind], ...besideComesEach(kind, "duplicates", [PAIRS])])
      await sql.raw(statement).execute(db);
    await sql.raw(begin("select distinct event_id from duplicates_pair")).execute(db);
  },
};

export const PAIRS: BesideCount = {
  key: "duplicates.pairs",
  of: (event, thing) => {
    const on = (side: string) =>
      `(select count(*) from duplicates_pair p where p.event_id = ${event} and p.${side} = ${thing} and p.state = 'open')`;
    return `(${on("one_id")} + ${on("other_id")})`;
  },
};

const begin = (events: string) => beginBeside([PAIRS.key], events);

const onSqlite = (row: string) =>
  `update core_beside_value set of_number = ${PAIRS.of(`${row}.event_id`, "core_beside_value.thing_id")}
    where ${besideOf(PAIRS.key, `${row}.event_id`)} and thing_id in (${row}.one_id, ${row}.other_id);`;

/** Planned each time, since a connection would keep the way that it took for one pair for a thousand. Rows are held in one order, so that two who settle pairs of the same profiles do not wait for each other. */
function onPostgres(name: string, when: string, changed: string, first = ""): string[] {
  const rows = `select event_id, one_id as thing_id from (${changed}) as c
    union select event_id, other_id from (${changed}) as c`;
  return [
    `create function ${name}() returns trigger language plpgsql as $$ declare one record; begin
      ${first}
      for one in execute $each$ select event_id, array_agg(thing_id) as things from (${rows}) as r
        group by event_id order by event_id $each$ loop
        ${holdBeside("one.event_id")};
        perform 1 from core_beside_value where ${besideOf(PAIRS.key, "one.event_id")} and thing_id = any(one.things)
          order by thing_id for update;
        update core_beside_value set of_number = ${PAIRS.of("one.event_id", "core_beside_value.thing_id")}
          where ${besideOf(PAIRS.key, "one.event_id")} and thing_id = any(one.things);
      end loop;
      return null;
    end $$`,
    `create trigger ${name} after ${when} for each statement execute function ${name}()`,
  ];
}

const TRIGGERS: Record<Dialect["kind"], string[]> = {
  sqlite: [
    `create trigger duplicates_counted_added after insert on duplicates_pair begin
      ${begin("select new.event_id as event_id")};
      ${onSqlite("new")}
    end`,
    `create trigger duplicates_counted_removed after delete on duplicates_pair begin ${onSqlite("old")} end`,
    `create trigger duplicates_counted_became after update of state on duplicates_pair when old.state <> new.state begin
      ${onSqlite("new")}
    end`,
  ],
  postgres: [
    ...onPostgres(
      "duplicates_counted_added",
      "insert on duplicates_pair referencing new table as added",
      "select * from added",
      `${begin("select distinct event_id from added")};`,
    ),
    ...onPostgres(
      "duplicates_counted_removed",
      "delete on duplicates_pair referencing old table as removed",
      "select * from removed",
    ),
    ...onPostgres(
      "duplicates_counted_became",
      "update on duplicates_pair referencing old table as was new table as is_now",
      "select n.* from is_now n join was o on o.id = n.id where o.state <> n.state",
    ),
  ],
};
