// How far participants have come, for the columns beside their lists: what a row says of its profile stands there in the same
// transaction.
import {
  BESIDE_TEXT,
  type BesideCount,
  beginBeside,
  besideComesEach,
  besideOf,
  type Dialect,
  type Migration,
  sql,
} from "#server";

export const columns: Migration = {
  id: "0002_columns",
  up: async (db, { kind }) => {
    for (const statement of [...TRIGGERS[kind], ...besideComesEach(kind, "app_access", COUNTS)])
      await sql.raw(statement).execute(db);
    await sql.raw(begin("select distinct event_id from app_access_profile")).execute(db);
  },
};

/** What of a row stands in which column. */
const SAYS = {
  "app-access.step": (row: string) => `case when ${row}.entered_at is not null then 'logged_in'
    when ${row}.opened_at is not null then 'link_opened' when ${row}.mailed_at is not null then 'emailed' else '' end`,
  "app-access.seen": (row: string) => `coalesce(${row}.seen_at, '')`,
  "app-access.mailed": (row: string) => `coalesce(${row}.mailed_at, '')`,
} as const;
const ENTRIES = Object.entries(SAYS);
const KEYS = ENTRIES.map(([key]) => key);

export const COUNTS: readonly BesideCount[] = ENTRIES.map(([key, says]) => ({
  key,
  isText: true,
  of: (event, thing) =>
    `coalesce((select ${says("p")} from app_access_profile p where p.event_id = ${event} and p.thing_id = ${thing}), '')`,
}));

const begin = (events: string) => beginBeside(KEYS, events, BESIDE_TEXT);

/** On SQLite, row by row. */
const tell = (row: string, says: (row: string) => string, key: string) =>
  `update core_beside_value set of_text = ${says(row)}
    where ${besideOf(key, `${row}.event_id`)} and thing_id = ${row}.thing_id and of_text <> ${says(row)};`;
const tellAll = (row: string) => ENTRIES.map(([key, says]) => tell(row, says, key)).join("\n");
const forget = (row: string) => ENTRIES.map(([key]) => tell(row, () => "''", key)).join("\n");

/** On PostgreSQL, a statement's rows together; whoever writes them holds them, so that nobody else tells of the same. */
const tellOf = (rows: string, isGone = false) =>
  ENTRIES.map(([key, says]) => {
    const text = isGone ? "''" : says("n");
    return `update core_beside_value v set of_text = ${text} from (${rows}) n
      join core_beside_column c on c.event_id = n.event_id and c.key = '${key}'
      where v.of_column = c.id and v.thing_id = n.thing_id and v.of_text <> ${text};`;
  }).join("\n");

function onPostgres(name: string, when: string, body: string): string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
    `create trigger ${name} after ${when} for each statement execute function ${name}()`,
  ];
}

const TRIGGERS: Record<Dialect["kind"], string[]> = {
  sqlite: [
    `create trigger app_access_told_added after insert on app_access_profile begin
      ${begin("select new.event_id as event_id")}; ${tellAll("new")}
    end`,
    `create trigger app_access_told_changed after update of mailed_at, opened_at, entered_at, seen_at on app_access_profile
      begin ${tellAll("new")} end`,
    `create trigger app_access_told_removed after delete on app_access_profile begin ${forget("old")} end`,
  ],
  postgres: [
    ...onPostgres(
      "app_access_told_added",
      "insert on app_access_profile referencing new table as added",
      `${begin("select distinct event_id from added")}; ${tellOf("select * from added")}`,
    ),
    ...onPostgres(
      "app_access_told_changed",
      "update on app_access_profile referencing old table as was new table as is_now",
      tellOf("select * from is_now except select * from was"),
    ),
    ...onPostgres(
      "app_access_told_removed",
      "delete on app_access_profile referencing old table as removed",
      tellOf("select * from removed", true),
    ),
  ],
};
