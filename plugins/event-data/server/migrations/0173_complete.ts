// How complete profiles are stands among the answers, in their order, under numbers that no field has: a line says what is asked
// of the profiles of an event, and stays as it is. When fields change, another line takes its place.
import { type Dialect, type Migration, sql } from "#server";
import { addLines, linesFor } from "../complete/lines.ts";
import { linesOf, shareOf, shareRows } from "../complete/share.ts";
import { listFieldsOf } from "../fields/repository.ts";

export const complete: Migration = {
  id: "0173_complete",
  up: async (db, { kind }) => {
    for (const statement of [...TABLES, ...TRIGGERS[kind]]) await sql.raw(statement).execute(db);
    const { into, select } = shareRows(kind);
    const { rows } = await sql<{ id: number; app_id: number }>`select id, app_id from core_event`.execute(db);
    for (const event of rows) {
      const lines = linesFor(await listFieldsOf(db as never, event));
      if (lines.length > 0) await addLines(db as never, event.id, lines, 1);
    }
    await sql
      .raw(`insert into ${into} select ${select} from event_data_thing t join event_data_complete l on ${linesOf("t")}`)
      .execute(db);
  },
};

const TABLES = [
  // `level`: what is hidden from that role is not asked. `ready`: 0 while it is being filled, -1 while it is being taken away.
  `create table event_data_complete (event_id integer not null, line integer not null, level integer not null,
    ready integer not null, primary key (event_id, line))`,
  // `of_type` 0 is asked of every type.
  `create table event_data_asked (event_id integer not null, line integer not null, of_type integer not null,
    key text not null, path text not null, primary key (event_id, line, of_type, key))`,
];

const ON_SQLITE = shareRows("sqlite");
const NEW = shareRows("sqlite", "new");
const [BEFORE, AFTER] = [shareOf("sqlite", "old"), shareOf("sqlite", "new")];
const PLACED = ["type_id", "status", "country"].map((name) => `old.${name} <> new.${name}`).join(" or ");
const DIFFERS = `(${PLACED} or ${BEFORE} <> ${AFTER})`;
const withLines = (row: string) => `from event_data_complete l where ${linesOf(row)}`;

const OF_SHARES = "id, event_id, type_id, status, country, fields";
const ON_POSTGRES = shareRows("postgres");
/** Rows of shares as they stand in their order. */
const sharesOf = (
  from: string,
) => `select t.event_id, l.line, ${shareOf("postgres", "t")} as number, t.id, t.type_id, t.status, t.country
  from ${from} t join event_data_complete l on ${linesOf("t")}`;
const differing = (one: string, other: string) =>
  sharesOf(`(select ${OF_SHARES} from ${one} except select ${OF_SHARES} from ${other})`);
const only = (one: string, other: string) => `${differing(one, other)} except ${differing(other, one)}`;
/** By their whole keys, so that no other answers of the event are walked through. */
const goneOf = (rows: string) => `with gone as materialized (${rows})
  delete from event_data_answer a using gone where a.of_event = gone.event_id and a.of_field = gone.line
    and a.answer_number = gone.number and a.answer_text = '' and a.thing_id = gone.id;`;
const put = (rows: string) => `insert into ${ON_POSTGRES.into}
  select event_id, line, number, '', id, type_id, status, country from (${rows}) as come on conflict do nothing;`;

function onPostgres(name: string, when: string, body: string): string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
    `create trigger ${name} after ${when} for each statement execute function ${name}()`,
  ];
}

const TRIGGERS: Record<Dialect["kind"], string[]> = {
  sqlite: [
    // New profiles are settled after their rows; a copy brings the shares before.
    `create trigger event_data_complete_added after delete on event_data_fresh begin
      insert or ignore into ${ON_SQLITE.into} select ${ON_SQLITE.select}
        from event_data_thing t join event_data_complete l on ${linesOf("t")} where t.id = old.id;
    end`,
    `create trigger event_data_complete_removed after delete on event_data_thing begin
      delete from event_data_answer where of_event = old.event_id and thing_id = old.id
        and of_field in (select l.line ${withLines("old")});
    end`,
    `create trigger event_data_complete_saved after update of fields, type_id, status, country on event_data_thing
      when old.fields <> new.fields or ${PLACED}
      begin
        delete from event_data_answer where of_event = old.event_id and thing_id = old.id
          and of_field in (select l.line ${withLines("old")} and ${DIFFERS});
        insert or ignore into ${NEW.into} select ${NEW.select} ${withLines("new")} and ${DIFFERS};
      end`,
  ],
  postgres: [
    ...onPostgres(
      "event_data_complete_added",
      "insert on event_data_thing referencing new table as added",
      put(sharesOf("added")),
    ),
    ...onPostgres(
      "event_data_complete_removed",
      "delete on event_data_thing referencing old table as removed",
      goneOf(sharesOf("removed")),
    ),
    ...onPostgres(
      "event_data_complete_saved",
      "update on event_data_thing referencing new table as added old table as removed",
      `${goneOf(only("removed", "added"))} ${put(only("added", "removed"))}`,
    ),
  ],
};
