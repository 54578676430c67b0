// Lists are sorted by what files are called, too: those that say so already get this order, and the triggers know it.
import { type Dialect, type Migration, sql } from "#server";
import { placedInLists } from "./0060_answers.ts";
import { addedOnPostgres, answerRows, removedOnSqlite } from "./0100_answers_by_country.ts";
import { SETTLING } from "./0155_fresh.ts";
import { removedOnPostgres } from "./0168_any_number.ts";
import { ON_POSTGRES, ON_SQLITE } from "./0169_answers_that_differ.ts";

export const filesByName: Migration = {
  id: "0172_files_by_name",
  up: async (db, { kind }) => {
    const { into, select } = answerRows(kind);
    const fill = `insert into ${into} select ${select} from event_data_thing t
      join event_data_listed l on l.event_id = t.event_id and l.field_id < 0`;
    const statements = [...AGAIN[kind], placedInLists(kind, "f.kind = 'file'", "2", "-f.id"), fill];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const SETTLED = SETTLING.map((statement) => `drop trigger ${statement.split(" ")[2]}`);

const AGAIN: Record<Dialect["kind"], string[]> = {
  sqlite: [...SETTLED, ...SETTLING, "drop trigger event_data_answer_removed", removedOnSqlite(), ...ON_SQLITE],
  postgres: [
    "drop function event_data_answer_added() cascade",
    ...addedOnPostgres(),
    removedOnPostgres(),
    ...ON_POSTGRES,
  ],
};
