// On SQLite a new profile's words and answers are not written with its row but right after it, for all new ones together. A
// statement whose triggers may fail has SQLite keep a copy of every page that it changes; one that puts profiles in changes
// pages of some thirty indexes for each row.
import { type Migration, sql } from "#server";
import { answerOf } from "./0060_answers.ts";

export const fresh: Migration = {
  id: "0155_fresh",
  up: async (db, { kind }) => {
    for (const statement of kind === "sqlite" ? STATEMENTS : []) await sql.raw(statement).execute(db);
  },
};

const NEW = "from event_data_fresh n cross join event_data_thing t on t.id = n.id";
/** A copy brings the answers before the profiles do. */
export const settleBy = (answer: ReturnType<typeof answerOf>) => `
  insert into event_data_search (rowid, search) select t.id, t.search ${NEW} order by n.id;
  insert or ignore into event_data_answer
      (of_event, of_field, answer_number, answer_text, thing_id, of_type, of_status, of_country)
    select t.event_id, l.field_id, ${answer.number}, ${answer.text}, t.id, t.type_id, t.status, t.country
    ${NEW} cross join event_data_listed l on l.event_id = t.event_id order by l.field_id, n.id;
  delete from event_data_fresh`;
export const SETTLE = settleBy(answerOf("sqlite", "t"));

const IS_ONE = ["event_id", "type_id", "status", "country"].map((name) => `${name} = new.${name}`).join(" and ");
/** Nothing that could fail: no upsert, which checks what it changes. */
const COUNT = `
  insert into event_data_thing_tally (event_id, type_id, status, country, country_key, count)
    select new.event_id, new.type_id, new.status, new.country, new.country_key, 0
    where not exists (select 1 from event_data_thing_tally where ${IS_ONE});
  update event_data_thing_tally set count = count + 1 where ${IS_ONE}`;

/** Whoever tells that a list has changed settles; and nobody changes a profile that is not settled. */
const SETTLED = {
  by_first_change: "after insert on event_data_version",
  by_change: "after update on event_data_version",
  before_save: "before update on event_data_thing",
  before_removal: "before delete on event_data_thing",
};

/** The triggers that settle. */
export const SETTLING = Object.entries(SETTLED).map(
  ([name, when]) =>
    `create trigger event_data_settled_${name} ${when} when exists (select 1 from event_data_fresh) begin ${SETTLE}; end`,
);

const STATEMENTS = [
  ...["search", "answer", "tally"].map((what) => `drop trigger event_data_${what}_added`),
  "create table event_data_fresh (id integer primary key)",
  "create trigger event_data_fresh_added after insert on event_data_thing begin insert into event_data_fresh (id) values (new.id); end",
  `create trigger event_data_tally_added after insert on event_data_thing begin ${COUNT}; end`,
  ...SETTLING,
];
