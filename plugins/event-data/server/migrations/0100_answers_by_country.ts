// The orders of answers answer for the country too, and each answer is found by its profile in an index that is narrow: a page
// sorted by one answer and filtered by another then looks at no profile that it does not show.
import { type Dialect, type Migration, sql } from "#server";
import { answerOf } from "./0060_answers.ts";

const KEY = "of_event, of_field, answer_number, answer_text, thing_id";
const COLUMNS = `${KEY}, of_type, of_status, of_country`;

export const answersByCountry: Migration = {
  id: "0100_answers_by_country",
  up: async (db, { kind }) => {
    for (const statement of [...WITHOUT[kind], ...AGAIN[kind], ...STATEMENTS[kind]])
      await sql.raw(statement).execute(db);
  },
};

const TRIGGERS = ["event_data_answer_added", "event_data_answer_removed", "event_data_answer_saved"];
const WITHOUT: Record<Dialect["kind"], string[]> = {
  sqlite: TRIGGERS.map((name) => `drop trigger ${name}`),
  // A trigger goes with its function.
  postgres: TRIGGERS.map((name) => `drop function ${name}() cascade`),
};

/** The table is written anew, in its order: changing each row would leave it half empty. */
const AGAIN: Record<Dialect["kind"], string[]> = {
  sqlite: again("integer not null", "real not null", "text not null", "", `, primary key (${KEY})) without rowid`),
  postgres: [
    ...again("integer not null", "double precision not null", `text collate "C" not null`, `order by ${KEY}`, ")"),
    `create unique index event_data_answer_once on event_data_answer (${KEY}) include (of_type, of_status, of_country)`,
  ],
};

function again(whole: string, number: string, text: string, order: string, end: string): string[] {
  return [
    "alter table event_data_answer rename to event_data_answer_before",
    `create table event_data_answer (of_event ${whole}, of_field ${whole}, answer_number ${number}, answer_text ${text},
      thing_id ${whole}, of_type ${whole}, of_status ${text}, of_country ${text}${end}`,
    `insert into event_data_answer (${COLUMNS}) select ${KEY}, of_type, of_status, t.country
      from event_data_answer_before a join event_data_thing t on t.id = a.thing_id ${order}`,
    "drop table event_data_answer_before",
    "create index event_data_answer_of_thing on event_data_answer (of_event, of_field, thing_id, answer_number, answer_text)",
  ];
}

/** The columns that are written, and how the rows of profiles `t` become rows of answers. */
export function answerRows(kind: Dialect["kind"]): { into: string; select: string } {
  const { number, text } = answerOf(kind, "t");
  return {
    into: `event_data_answer (${COLUMNS})`,
    select: `t.event_id, l.field_id, ${number}, ${text}, t.id, t.type_id, t.status, t.country`,
  };
}

const ON_SQLITE = { new: answerOf("sqlite", "new"), old: answerOf("sqlite", "old") };
// A copy brings the rows before the profiles do.
const ADD = `insert or ignore into event_data_answer (${COLUMNS})
  select new.event_id, l.field_id, ${ON_SQLITE.new.number}, ${ON_SQLITE.new.text}, new.id, new.type_id, new.status, new.country
  from event_data_listed l where l.event_id = new.event_id`;
/** The whole key is known from the row as it was. */
const TAKE = `delete from event_data_answer where (${KEY}) in
  (select old.event_id, l.field_id, ${ON_SQLITE.old.number}, ${ON_SQLITE.old.text}, old.id
   from event_data_listed l where l.event_id = old.event_id)`;

const ROWS = answerRows("postgres");
const VALUES = answerOf("postgres", "t");
/** Of rows that are the same as before nothing is written. */
const DIFFERS =
  "(o.fields, o.type_id, o.status, o.country) is distinct from (n.fields, n.type_id, n.status, n.country)";

function added(from: string): string {
  return `insert into ${ROWS.into} select ${ROWS.select} from ${from} join event_data_listed l on l.event_id = t.event_id;`;
}

function removed(from: string): string {
  return `delete from event_data_answer a using ${from} join event_data_listed l on l.event_id = t.event_id
    where a.of_event = t.event_id and a.of_field = l.field_id and a.answer_number = ${VALUES.number}
      and a.answer_text = ${VALUES.text} and a.thing_id = t.id;`;
}

function onPostgres(name: string, when: string, body: string): string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
    `create trigger ${name} after ${when} for each statement execute function ${name}()`,
  ];
}

/** What takes the answers of a profile that goes. */
export const removedOnSqlite = () =>
  `create trigger event_data_answer_removed after delete on event_data_thing begin ${TAKE}; end`;

/** What puts in the answers of profiles that come. */
export const addedOnPostgres = () =>
  onPostgres("event_data_answer_added", "insert on event_data_thing referencing new table as added", added("added t"));

const STATEMENTS: Record<Dialect["kind"], string[]> = {
  sqlite: [
    `create trigger event_data_answer_added after insert on event_data_thing begin ${ADD}; end`,
    removedOnSqlite(),
    `create trigger event_data_answer_saved after update of fields, type_id, status, country on event_data_thing
      when old.fields <> new.fields or old.type_id <> new.type_id or old.status <> new.status or old.country <> new.country
      begin ${TAKE}; ${ADD}; end`,
  ],
  postgres: [
    ...addedOnPostgres(),
    ...onPostgres(
      "event_data_answer_removed",
      "delete on event_data_thing referencing old table as removed",
      removed("removed t"),
    ),
    ...onPostgres(
      "event_data_answer_saved",
      "update on event_data_thing referencing new table as added old table as removed",
      `${removed(`(select o.* from removed o join added n on n.id = o.id where ${DIFFERS}) t`)}
       ${added(`(select n.* from added n join removed o on o.id = n.id where ${DIFFERS}) t`)}`,
    ),
  ],
};
