// Search finds words by any three signs of theirs, and the indexes of order answer for the country too.
import { type Dialect, type Migration, sql } from "#server";

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

export const search: Migration = {
  id: "0020_search",
  up: async (db, dialect) => {
    const before = dialect.kind === "postgres" ? ["drop index event_data_thing_search"] : WITHOUT_SEARCH;
    for (const statement of before) await sql.raw(statement).execute(db);
    for (const column of SORTED) {
      const name = `event_data_thing_by_${column}`;
      await db.schema.dropIndex(name).execute();
      await db.schema
        .createIndex(name)
        .on("event_data_thing")
        .columns(["event_id", column, "id", "type_id", "status", "country"])
        .execute();
    }
    // Two spaces before each word: the beginning of a word is a run of three signs from its first letter on.
    await sql`update event_data_thing set search = replace(' ' || search, ' ', '  ') where search <> ''`.execute(db);
    for (const statement of searchStatements(dialect)) await sql.raw(statement).execute(db);
  },
};

const WITHOUT_SEARCH = [
  "drop trigger event_data_search_added",
  "drop trigger event_data_search_removed",
  "drop trigger event_data_search_saved",
  "drop table event_data_search",
];

/** A server of PostgreSQL without the extension searches all the same, only without an index. */
const ON_POSTGRES = `do $$ begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm;
    create index event_data_thing_search on event_data_thing using gin (search gin_trgm_ops);
  end if;
exception when insufficient_privilege then null;
end $$`;

function searchStatements({ kind }: Dialect): string[] {
  if (kind === "postgres") return [ON_POSTGRES];
  const remove =
    "insert into event_data_search (event_data_search, rowid, search) values ('delete', old.id, old.search)";
  const add = "insert into event_data_search (rowid, search) values (new.id, new.search)";
  return [
    `create virtual table event_data_search using fts5 (search, content = 'event_data_thing', content_rowid = 'id',
      tokenize = 'trigram case_sensitive 1', columnsize = 0)`,
    "insert into event_data_search (event_data_search) values ('rebuild')",
    `create trigger event_data_search_added after insert on event_data_thing begin ${add}; end`,
    `create trigger event_data_search_removed after delete on event_data_thing begin ${remove}; end`,
    `create trigger event_data_search_saved after update of search on event_data_thing when old.search <> new.search
      begin ${remove}; ${add}; end`,
  ];
}
