// On SQLite the eight orders within countries hold a profile once `ordered` says so: an import leaves that to a job of its own,
// since new profiles lie on another page of each of them. And the index of words takes more in before it is put in order.
import { type Migration, sql } from "#server";
import { SETTLE } from "./0155_fresh.ts";

const SORTED = [
  "first_name_key",
  "last_name_key",
  "name_key",
  "email_key",
  "company_name_key",
  "job_title_key",
  "created_at",
  "updated_at",
];

export const late: Migration = {
  id: "0160_late",
  up: async (db, { kind }) => {
    for (const statement of kind === "sqlite" ? STATEMENTS : []) await sql.raw(statement).execute(db);
  },
};

const orders = SORTED.flatMap((column) => [
  `drop index event_data_thing_of_country_by_${column}`,
  `create index event_data_thing_of_country_by_${column}
    on event_data_thing (event_id, country, ${column}, id, type_id, status) where ordered = 1`,
]);

/** Changes of nothing but `ordered` need no profile to be settled. */
const settledBeforeSave = [
  "drop trigger event_data_settled_before_save",
  `create trigger event_data_settled_before_save
    before update of event_id, type_id, status, country, country_key, fields, search on event_data_thing
    when exists (select 1 from event_data_fresh) begin ${SETTLE}; end`,
];

/** Up to 16 parts of a size are merged into one, which 4 were; as many are looked into by a search. Parts of 16 MB are made in memory. */
const words = Object.entries({ automerge: 16, crisismerge: 32, hashsize: 16_777_216 }).map(
  ([option, value]) => `insert into event_data_search (event_data_search, rank) values ('${option}', ${value})`,
);

const STATEMENTS = [
  "alter table event_data_thing add column ordered integer not null default 1",
  ...orders,
  "create index event_data_thing_late on event_data_thing (event_id, country) where ordered = 0",
  ...settledBeforeSave,
  ...words,
];
