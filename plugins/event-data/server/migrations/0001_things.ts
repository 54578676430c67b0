// Profiles, their indexes and their full-text search. Every column that the list sorts by has an index that also answers
// for type and status, so that finding a page reads no rows.
import { type Dialect, type Migration, sql } from "#server";

const SORTED = [
  "first_name_key",
  "last_name_key",
  "name_key",
  "email_key",
  "company_name_key",
  "job_title_key",
  "country_key",
  "created_at",
  "updated_at",
];

export const things: Migration = {
  id: "0001_things",
  up: async (db, dialect) => {
    const text = dialect.kind === "postgres" ? sql`text collate "C"` : "text";
    let table = db.schema
      .createTable("event_data_thing")
      .addColumn("id", "integer", (column) => dialect.idColumn(column))
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("type_id", "integer", (column) => column.notNull())
      .addColumn("rev", "integer", (column) => column.notNull().defaultTo(1))
      .addColumn("status", text, (column) => column.notNull())
      .addColumn("created_at", text, (column) => column.notNull())
      .addColumn("updated_at", text, (column) => column.notNull())
      .addColumn("fields", "text", (column) => column.notNull().defaultTo("{}"))
      .addColumn("search", "text", (column) => column.notNull());
    for (const name of ["first_name", "last_name", "name", "email", "company_name", "job_title", "country"]) {
      table = table
        .addColumn(name, "text", (column) => column.notNull().defaultTo(""))
        .addColumn(`${name}_key`, text, (column) => column.notNull().defaultTo(""));
    }
    await table.execute();
    for (const column of SORTED) await index(`by_${column}`, ["event_id", column, "id", "type_id", "status"]);
    await index("by_id", ["event_id", "id", "type_id", "status"]);
    await index("by_type_id", ["event_id", "type_id", "id", "status"]);
    await index("by_status", ["event_id", "status", "id", "type_id"]);
    await db.schema
      .createTable("event_data_version")
      .addColumn("event_id", "integer", (column) => column.primaryKey())
      .addColumn("version", "integer", (column) => column.notNull())
      .execute();
    for (const statement of searchStatements(dialect)) await sql.raw(statement).execute(db);

    async function index(name: string, columns: string[]): Promise<void> {
      await db.schema.createIndex(`event_data_thing_${name}`).on("event_data_thing").columns(columns).execute();
    }
  },
};

/** The words are folded before they are stored, so that both databases only need to split them at spaces. */
function searchStatements({ kind }: Dialect): string[] {
  if (kind === "postgres") {
    return [
      "create index event_data_thing_search on event_data_thing using gin (to_tsvector('simple', search)) with (fastupdate = off)",
    ];
  }
  const remove =
    "insert into event_data_search (event_data_search, rowid, search) values ('delete', old.id, old.search)";
  const add = "insert into event_data_search (rowid, search) values (new.id, new.search)";
  return [
    `create virtual table event_data_search using fts5 (search, content = 'event_data_thing', content_rowid = 'id',
      tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3', columnsize = 0, detail = none)`,
    `create trigger event_data_search_added after insert on event_data_thing begin ${add}; end`,
    `create trigger event_data_search_removed after delete on event_data_thing begin ${remove}; end`,
    `create trigger event_data_search_saved after update of search on event_data_thing when old.search <> new.search
      begin ${remove}; ${add}; end`,
  ];
}
