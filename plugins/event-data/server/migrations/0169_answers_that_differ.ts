// Of a profile that is saved, only the answers that became others leave their place in the orders of lists and take another one:
// one answer is changed in many profiles at a time, and the rest of them would be written anew where they stand.
import { type Migration, sql } from "#server";
import { answerOf } from "./0060_answers.ts";
import { answerRows } from "./0100_answers_by_country.ts";

export const answersThatDiffer: Migration = {
  id: "0169_answers_that_differ",
  up: async (db, { kind }) => {
    for (const statement of kind === "sqlite" ? ON_SQLITE : ON_POSTGRES) await sql.raw(statement).execute(db);
  },
};

const KEY = "of_event, of_field, answer_number, answer_text, thing_id";
const [OLD, NEW] = [answerOf("sqlite", "old"), answerOf("sqlite", "new")];
const PLACED = ["type_id", "status", "country"].map((name) => `old.${name} <> new.${name}`).join(" or ");
/** As JSON, so that a number differs from a text that reads alike. */
const DIFFERS = `(${PLACED} or (old.fields -> l.path) is not (new.fields -> l.path))`;

export const ON_SQLITE = [
  "drop trigger event_data_answer_saved",
  `create trigger event_data_answer_saved after update of fields, type_id, status, country on event_data_thing
    when old.fields <> new.fields or ${PLACED}
    begin
      delete from event_data_answer where (${KEY}) in
        (select old.event_id, l.field_id, ${OLD.number}, ${OLD.text}, old.id
         from event_data_listed l where l.event_id = old.event_id and ${DIFFERS});
      insert or ignore into event_data_answer (${KEY}, of_type, of_status, of_country)
        select new.event_id, l.field_id, ${NEW.number}, ${NEW.text}, new.id, new.type_id, new.status, new.country
        from event_data_listed l where l.event_id = new.event_id and ${DIFFERS};
    end`,
];

const OF_ANSWERS = "id, event_id, type_id, status, country, fields";
const { number, text } = answerOf("postgres", "t");
const { into } = answerRows("postgres");
/** The answers of rows that differ, whole: as they stand in their orders. */
const answersOf = (one: string, other: string) =>
  `select t.event_id, l.field_id, ${number} as number, ${text} as text, t.id, t.type_id, t.status, t.country
    from (select ${OF_ANSWERS} from ${one} except select ${OF_ANSWERS} from ${other}) t
    join event_data_listed l on l.event_id = t.event_id`;
const only = (one: string, other: string) => `${answersOf(one, other)} except ${answersOf(other, one)}`;

export const ON_POSTGRES = [
  `create or replace function event_data_answer_saved() returns trigger language plpgsql as $$ begin
    with gone as materialized (${only("removed", "added")})
    delete from event_data_answer a using gone
      where a.of_event = gone.event_id and a.of_field = gone.field_id and a.answer_number = gone.number
        and a.answer_text = gone.text and a.thing_id = gone.id;
    insert into ${into} ${only("added", "removed")};
    return null; end $$`,
];
