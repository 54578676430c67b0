// PostgreSQL keeps each profile as the JSON text that lists answer with: making it anew for every page takes most of the time
// that a page takes. SQLite makes it in reader threads, and does without.
import { type Migration, sql } from "#server";

/** The fields of a profile in a list, in their order; the first three stand in every answer. */
const TEXTS = ["first_name", "last_name", "name", "email", "company_name", "job_title", "country", "status"];
const NUMBERS = ["id", "type_id", "rev"];
const LATER = ["created_at", "updated_at", "photo"];

const asText = (name: string) => `',"${name}":' || coalesce(to_json(${name})::text, 'null')`;
const asNumber = (name: string) => `'"${name}":' || ${name}`;
const PARAMETERS = [
  ...NUMBERS.map((name) => `${name} integer`),
  ...[...TEXTS, ...LATER, "fields"].map((name) => `${name} text`),
];
const NAMES = PARAMETERS.map((parameter) => parameter.split(" ")[0]);

export const whole: Migration = {
  id: "0140_whole",
  up: async (db, { kind }) => {
    if (kind !== "postgres") return;
    const statements = [
      // What JSON makes of a text depends on nothing but the text, which PostgreSQL itself does not promise.
      `create function event_data_whole(${PARAMETERS.join(", ")}) returns text language plpgsql immutable parallel safe as $$ begin
        return '{' || ${NUMBERS.map(asNumber).join(` || ',' || `)} || ${[...TEXTS, ...LATER].map(asText).join(" || ")}
          || ',"fields":' || fields || '}';
      end $$`,
      `alter table event_data_thing add column whole text not null generated always as (event_data_whole(${NAMES.join(", ")})) stored`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
