// Shares are taken away by their whole keys. By event, line and profile alone SQLite walks through all shares of the line, since the
// primary key has the number between them, and it deletes along no other index.
import { type Migration, sql } from "#server";
import { linesOf, shareOf, shareRows } from "../complete/share.ts";

export const sharesByKey: Migration = {
  id: "0180_shares_by_key",
  up: async (db, { kind }) => {
    if (kind === "sqlite") for (const statement of ON_SQLITE) await sql.raw(statement).execute(db);
  },
};

const KEY = ["of_event", "of_field", "answer_number", "answer_text", "thing_id"];
const NEW = shareRows("sqlite", "new");
const PLACED = ["type_id", "status", "country"].map((name) => `old.${name} <> new.${name}`).join(" or ");
const DIFFERS = `(${PLACED} or ${shareOf("sqlite", "old")} <> ${shareOf("sqlite", "new")})`;

/** A cross join is not reordered: the lines lead. */
const taken = (condition = "") => `delete from event_data_answer where (${KEY.join(", ")}) in
  (select ${KEY.map((name) => `a.${name}`).join(", ")} from event_data_complete l cross join event_data_answer a
    where ${linesOf("old")} ${condition} and a.of_event = l.event_id and a.of_field = l.line and a.thing_id = old.id);`;

const ON_SQLITE = [
  "drop trigger event_data_complete_removed",
  "drop trigger event_data_complete_saved",
  `create trigger event_data_complete_removed after delete on event_data_thing begin ${taken()} end`,
  `create trigger event_data_complete_saved after update of fields, type_id, status, country on event_data_thing
    when old.fields <> new.fields or ${PLACED}
    begin
      ${taken(`and ${DIFFERS}`)}
      insert or ignore into ${NEW.into} select ${NEW.select} from event_data_complete l where ${linesOf("new")} and ${DIFFERS};
    end`,
];
