// On SQLite a profile that changes its data type, state or country, and no answer, leaves its answers where they stand in the orders
// of lists: what they say of it is changed in their place. Only answers that became others go and come again.
import { type Migration, sql } from "#server";
import { answerOf } from "./0060_answers.ts";

export const answersThatStay: Migration = {
  id: "0177_answers_that_stay",
  up: async (db, { kind }) => {
    for (const statement of kind === "sqlite" ? ON_SQLITE : []) await sql.raw(statement).execute(db);
  },
};

const KEY = "of_event, of_field, answer_number, answer_text, thing_id";
const [OLD, NEW] = [answerOf("sqlite", "old"), answerOf("sqlite", "new")];
const PLACED = ["type_id", "status", "country"].map((name) => `old.${name} <> new.${name}`).join(" or ");
/** As JSON, so that a number differs from a text that reads alike. */
const DIFFERS = "(old.fields -> l.path) is not (new.fields -> l.path)";

export const ON_SQLITE = [
  "drop trigger event_data_answer_saved",
  `create trigger event_data_answer_saved after update of fields on event_data_thing when old.fields <> new.fields
    begin
      delete from event_data_answer where (${KEY}) in
        (select old.event_id, l.field_id, ${OLD.number}, ${OLD.text}, old.id
         from event_data_listed l where l.event_id = old.event_id and ${DIFFERS});
      insert or ignore into event_data_answer (${KEY}, of_type, of_status, of_country)
        select new.event_id, l.field_id, ${NEW.number}, ${NEW.text}, new.id, new.type_id, new.status, new.country
        from event_data_listed l where l.event_id = new.event_id and ${DIFFERS};
    end`,
  // In whichever order the two come: this one finds answers as they are now, those that have just come among them.
  `create trigger event_data_answer_placed after update of type_id, status, country on event_data_thing when ${PLACED}
    begin
      update event_data_answer set of_type = new.type_id, of_status = new.status, of_country = new.country
        where (${KEY}) in (select new.event_id, l.field_id, ${NEW.number}, ${NEW.text}, new.id
          from event_data_listed l where l.event_id = new.event_id);
    end`,
];
