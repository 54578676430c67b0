// On SQLite the shares of new profiles, their rows in columns of other areas and their numbers in the tally are written for all of them
// together, as their words and answers are: along each order, and not profile by profile.
import { type Migration, sql } from "#server";
import { linesOf, shareRows } from "../complete/share.ts";
import { SETTLE } from "./0155_fresh.ts";

export const settledAtOnce: Migration = {
  id: "0182_settled_at_once",
  up: async (db, { kind }) => {
    for (const statement of kind === "sqlite" ? STATEMENTS : []) await sql.raw(statement).execute(db);
  },
};

/** New profiles, as `t`. */
export const FRESH = "event_data_fresh n cross join event_data_thing t on t.id = n.id";
const SHARES = shareRows("sqlite");
const KEY = ["event_id", "type_id", "status", "country"];
const isOne = (row: string) => KEY.map((name) => `event_data_thing_tally.${name} = ${row}.${name}`).join(" and ");
const COUNT = `
  insert into event_data_thing_tally (event_id, type_id, status, country, country_key, count)
    select t.event_id, t.type_id, t.status, t.country, min(t.country_key), 0 from ${FRESH}
    where not exists (select 1 from event_data_thing_tally where ${isOne("t")}) group by 1, 2, 3, 4;
  update event_data_thing_tally set count = event_data_thing_tally.count + come.count
    from (select t.event_id, t.type_id, t.status, t.country, count(*) as count from ${FRESH} group by 1, 2, 3, 4) come
    where ${isOne("come")}`;
const BESIDE = `insert into core_beside_value (of_column, thing_id, of_number, of_text, of_type, of_status, of_country)
    select c.id, t.id, c.none, '', t.type_id, t.status, t.country
    from ${FRESH} cross join core_beside_column c on c.event_id = t.event_id where 1 = 1 order by c.id, n.id
    on conflict do nothing`;
const written = (settle: string, beside: string) => `
  insert or ignore into ${SHARES.into} select ${SHARES.select}
    from ${FRESH} cross join event_data_complete l on ${linesOf("t")} order by l.line, n.id;
  ${beside};
  ${settle}`;

const SETTLED = {
  by_first_change: "after insert on event_data_version",
  by_change: "after update on event_data_version",
  before_save: "before update of event_id, type_id, status, country, country_key, fields, search on event_data_thing",
  before_removal: "before delete on event_data_thing",
};

/** The triggers that settle, two steps of which may change. */
export const settledBy = (settle: string, beside = BESIDE) => [
  ...Object.entries(SETTLED).map(
    ([name, when]) =>
      `create trigger event_data_settled_${name} ${when} when exists (select 1 from event_data_fresh) begin ${COUNT}; ${written(settle, beside)}; end`,
  ),
  // A copy brings the profiles, and then a tally that has counted them.
  `create trigger event_data_settled_before_tally before insert on event_data_thing_tally
    when new.count > 0 and exists (select 1 from event_data_fresh) begin ${written(settle, beside)}; end`,
];

const STATEMENTS = [
  "drop trigger event_data_tally_added",
  "drop trigger event_data_complete_added",
  "drop trigger event_data_beside_added",
  ...Object.keys(SETTLED).map((name) => `drop trigger event_data_settled_${name}`),
  ...settledBy(SETTLE),
];
