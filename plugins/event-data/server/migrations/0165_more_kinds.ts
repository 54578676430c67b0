// Lists are sorted and grouped by long texts and by answers of several options, too: fields of these kinds that say so already
// get their order.
import { type Migration, sql } from "#server";
import { placedInLists } from "./0060_answers.ts";
import { answerRows } from "./0100_answers_by_country.ts";

export const moreKinds: Migration = {
  id: "0165_more_kinds",
  up: async (db, { kind }) => {
    const { into, select } = answerRows(kind);
    const isNew = "f.kind in ('long_text', 'choices')";
    await sql.raw(placedInLists(kind, isNew, "case f.kind when 'long_text' then 1 else 0 end")).execute(db);
    await sql
      .raw(
        `insert into ${into} select ${select} from event_data_thing t join event_data_listed l on l.event_id = t.event_id
          join event_data_field f on f.id = l.field_id and ${isNew}`,
      )
      .execute(db);
  },
};
