// How many links profiles have, for the column beside their lists: each link that comes or goes is one more or less at both of its
// ends, however many others a profile has.
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
  id: "0004_counted",
  up: async (db, { kind }) => {
    for (const statement of [...TRIGGERS[kind], ...besideComesEach(kind, "relationships", [LINKS])])
      await sql.raw(statement).execute(db);
    await sql.raw(begin("select distinct event_id from relationships_link")).execute(db);
  },
};

export const LINKS: BesideCount = {
  key: "relationships.links",
  of: (
    event,
    thing,
  ) => `((select count(*) from relationships_link l where l.event_id = ${event} and l.from_id = ${thing})
    + (select count(*) from relationships_link l where l.event_id = ${event} and l.to_id = ${thing}))`,
};

const begin = (events: string) => beginBeside([LINKS.key], events);

const onSqlite = (row: string, sign: "+" | "-") =>
  `update core_beside_value set of_number = of_number ${sign} (thing_id = ${row}.from_id) ${sign} (thing_id = ${row}.to_id)
    where ${besideOf(LINKS.key, `${row}.event_id`)} and thing_id in (${row}.from_id, ${row}.to_id);`;

/** Rows are held in one order, so that two who link the same profiles do not wait for each other. */
function onPostgres(name: string, when: string, sign: "+" | "-", first = ""): string[] {
  const ends = `select from_id as thing_id from changed where event_id = one.event_id
    union all select to_id from changed where event_id = one.event_id`;
  return [
    `create function ${name}() returns trigger language plpgsql as $$ declare one record; begin
      ${first}
      for one in select distinct event_id from changed order by event_id loop
        ${holdBeside("one.event_id")};
        perform 1 from core_beside_value where ${besideOf(LINKS.key, "one.event_id")} and thing_id in (${ends})
          order by thing_id for update;
        update core_beside_value v set of_number = v.of_number ${sign} c.links
          from (select thing_id, count(*) as links from (${ends}) as e group by thing_id) as c
          where v.${besideOf(LINKS.key, "one.event_id")} and v.thing_id = c.thing_id;
      end loop;
      return null;
    end $$`,
    `create trigger ${name} after ${when} table as changed for each statement execute function ${name}()`,
  ];
}

const TRIGGERS: Record<Dialect["kind"], string[]> = {
  sqlite: [
    `create trigger relationships_counted_added after insert on relationships_link begin
      ${begin("select new.event_id as event_id")};
      ${onSqlite("new", "+")}
    end`,
    `create trigger relationships_counted_removed after delete on relationships_link begin ${onSqlite("old", "-")} end`,
  ],
  postgres: [
    ...onPostgres(
      "relationships_counted_added",
      "insert on relationships_link referencing new",
      "+",
      `${begin("select distinct event_id from changed")};`,
    ),
    ...onPostgres("relationships_counted_removed", "delete on relationships_link referencing old", "-"),
  ],
};
