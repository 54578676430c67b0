// When participants are available. Who has no row is so throughout. Lists know who is not, by the column beside their rows.
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

export const times: Migration = {
  id: "0001_times",
  up: async (db, { kind }) => {
    await db.schema
      .createTable("availability_times")
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("thing_id", "integer", (column) => column.notNull())
      .addColumn("rev", "integer", (column) => column.notNull())
      .addColumn("spans", "text")
      .addColumn("kind", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("availability_times_once", ["event_id", "thing_id"])
      .execute();
    for (const statement of [...TRIGGERS[kind], ...besideComesEach(kind, "availability", [KIND])])
      await sql.raw(statement).execute(db);
  },
};

export const KIND: BesideCount = {
  key: "availability.kind",
  of: (event, thing) =>
    `coalesce((select a.kind from availability_times a where a.event_id = ${event} and a.thing_id = ${thing}), 0)`,
};

const begin = (events: string) => `${beginBeside([KIND.key], events)};`;

const onSqlite = (row: string) =>
  `update core_beside_value set of_number = ${KIND.of(`${row}.event_id`, `${row}.thing_id`)}
    where ${besideOf(KIND.key, `${row}.event_id`)} and thing_id = ${row}.thing_id;`;

/** Planned each time, as a connection would keep the way that it took for one for many; rows are held in one order. */
function onPostgres(name: string, when: string, rows: string, first = ""): string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $$ declare one record; begin
      ${first}
      for one in execute $each$ select event_id, array_agg(thing_id) as things from (${rows}) as r
        group by event_id order by event_id $each$ loop
        ${holdBeside("one.event_id")};
        perform 1 from core_beside_value where ${besideOf(KIND.key, "one.event_id")} and thing_id = any(one.things)
          order by thing_id for update;
        update core_beside_value set of_number = ${KIND.of("one.event_id", "core_beside_value.thing_id")}
          where ${besideOf(KIND.key, "one.event_id")} and thing_id = any(one.things);
      end loop;
      return null;
    end $$`,
    `create trigger ${name} after ${when} for each statement execute function ${name}()`,
  ];
}

const TRIGGERS: Record<Dialect["kind"], string[]> = {
  sqlite: [
    `create trigger availability_added after insert on availability_times begin
      ${begin("select new.event_id as event_id")} ${onSqlite("new")}
    end`,
    `create trigger availability_removed after delete on availability_times begin ${onSqlite("old")} end`,
    `create trigger availability_became after update of kind on availability_times when old.kind <> new.kind begin
      ${onSqlite("new")}
    end`,
  ],
  postgres: [
    ...onPostgres(
      "availability_added",
      "insert on availability_times referencing new table as added",
      "select event_id, thing_id from added",
      begin("select distinct event_id from added"),
    ),
    ...onPostgres(
      "availability_removed",
      "delete on availability_times referencing old table as removed",
      "select event_id, thing_id from removed",
    ),
    ...onPostgres(
      "availability_became",
      "update on availability_times referencing old table as was new table as is_now",
      `select n.event_id, n.thing_id from is_now n join was o on o.event_id = n.event_id and o.thing_id = n.thing_id
        where o.kind <> n.kind`,
    ),
  ],
};
