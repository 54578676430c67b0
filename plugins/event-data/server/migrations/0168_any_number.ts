// What PostgreSQL's triggers do takes as long for each profile, whether a statement writes one or thousands. A connection keeps
// the way that a trigger took the first time: for one profile it compared every row before with every row after.
import { type Migration, sql } from "#server";
import { answerOf } from "./0060_answers.ts";
import { answerRows } from "./0100_answers_by_country.ts";

export const anyNumber: Migration = {
  id: "0168_any_number",
  up: async (db, { kind }) => {
    if (kind !== "postgres") return;
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

/** What answers are made of, the id first: rows are told apart by it alone. */
const OF_ANSWERS = "id, event_id, type_id, status, country, fields";
/** Rows that differ: counted together, which is as quick on whatever way. */
const differing = (one: string, other: string) =>
  `(select ${OF_ANSWERS} from ${one} except select ${OF_ANSWERS} from ${other}) t`;

const { into, select } = answerRows("postgres");
const { number, text } = answerOf("postgres", "t");
const LISTED = "join event_data_listed l on l.event_id = t.event_id";

/** The whole keys of the answers that go are known first: by a part of one, all answers of an event might be walked through. */
const goneOf = (from: string) => `with gone as materialized
    (select t.event_id, l.field_id, ${number} as number, ${text} as text, t.id from ${from} ${LISTED})
  delete from event_data_answer a using gone
    where a.of_event = gone.event_id and a.of_field = gone.field_id and a.answer_number = gone.number
      and a.answer_text = gone.text and a.thing_id = gone.id;`;

const KEY = "event_id, type_id, status, country";
const ADDED = "select *, 1 as change from added";
const REMOVED = "select *, -1 as change from removed";
/** Lines that count nobody are of no use: all of an event's go, without looking each up among the profiles. */
const counted = (changes: string) => `
  insert into event_data_thing_tally (${KEY}, country_key, count)
    select ${KEY}, min(country_key), sum(change)::int from (${changes}) as changes
    group by 1, 2, 3, 4 having sum(change) <> 0 order by 1, 2, 3, 4
    on conflict (${KEY}) do update set count = event_data_thing_tally.count + excluded.count;
  delete from event_data_thing_tally where count = 0 and event_id in (select distinct event_id from removed);`;

/** What takes the answers of profiles that go. */
export const removedOnPostgres = () => again("event_data_answer_removed", goneOf("removed t"));

const again = (name: string, body: string) =>
  `create or replace function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`;

const STATEMENTS = [
  again(
    "event_data_answer_saved",
    `${goneOf(differing("removed", "added"))} insert into ${into} select ${select} from ${differing("added", "removed")} ${LISTED};`,
  ),
  removedOnPostgres(),
  again("event_data_tally_saved", counted(`${ADDED} union all ${REMOVED}`)),
  again("event_data_tally_removed", counted(REMOVED)),
];
