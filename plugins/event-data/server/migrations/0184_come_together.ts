// On SQLite other areas hear of new profiles once for all of them.
import { besideCome, type Migration, sql } from "#server";
import { settleBy } from "./0155_fresh.ts";
import { FRESH, settledBy } from "./0182_settled_at_once.ts";
import { answerOf } from "./0183_folded_answers.ts";

export const comeTogether: Migration = {
  id: "0184_come_together",
  up: async (db, { kind }) => {
    for (const statement of kind === "sqlite" ? STATEMENTS : []) await sql.raw(statement).execute(db);
  },
};

const IS_KEPT = "exists (select 1 from core_beside_column c where c.event_id = t.event_id)";
const COME = besideCome(`select t.id, t.event_id, t.type_id, t.status, t.country from ${FRESH} where ${IS_KEPT}`);

const STATEMENTS = [
  ...["by_first_change", "by_change", "before_save", "before_removal", "before_tally"].map(
    (name) => `drop trigger event_data_settled_${name}`,
  ),
  ...settledBy(settleBy(answerOf("sqlite", "t")), COME.join(";\n  ")),
];
