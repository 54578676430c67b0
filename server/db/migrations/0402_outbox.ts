// The outbox as a list of any length: what it is sorted and searched by, and of each letter what it is about, when it is of no use
// any more, and until when it is tried.
import { sql } from "kysely";
import { fold, wordsOf } from "#schemas/fold.ts";
import type { Dialect } from "../dialect.ts";
import type { Migration } from "../migrate.ts";

/** Letters that are written anew at once: PostgreSQL takes no more than 65,535 values in a statement, SQLite half of that. */
const BLOCK = 1000;

const SORTED = ["subject_key", "recipient_key", "kind", "state", "created_at"];

export const outbox: Migration = {
  id: "0402_outbox",
  up: async (db, dialect) => {
    const key = dialect.kind === "postgres" ? sql`text collate "C"` : "text";
    for (const name of ["subject_key", "recipient_key", "search"] as const)
      await db.schema
        .alterTable("core_mail")
        .addColumn(name, key, (column) => column.notNull().defaultTo(""))
        .execute();
    await db.schema
      .alterTable("core_mail")
      .addColumn("kind", "text", (column) => column.notNull().defaultTo("other"))
      .execute();
    for (const name of ["expires_at", "give_up_at"] as const)
      await db.schema.alterTable("core_mail").addColumn(name, "text").execute();
    for (let last = 0; ; ) {
      const letters = await db
        .selectFrom("core_mail")
        .select(["id", "subject", "recipient"])
        .where("id", ">", last)
        .orderBy("id")
        .limit(BLOCK)
        .execute();
      if (letters.length === 0) break;
      const rows = letters.map(({ id, subject, recipient }) => {
        const words = new Set(wordsOf(`${subject} ${recipient}`));
        const search = [...words].map((word) => `  ${word}`).join("");
        return sql`(${sql.lit(id)}, ${fold(subject)}, ${fold(recipient)}, ${search})`;
      });
      await sql`update core_mail set subject_key = given.column2, recipient_key = given.column3, search = given.column4
        from (values ${sql.join(rows)}) as given where core_mail.id = given.column1`.execute(db);
      last = letters.at(-1)?.id ?? last;
    }
    for (const column of SORTED)
      await db.schema.createIndex(`core_mail_by_${column}`).on("core_mail").columns(["app_id", column, "id"]).execute();
    // Whoever sends takes the first or the last that is due, however many there are.
    await db.schema.dropIndex("core_mail_next").execute();
    await db.schema.createIndex("core_mail_due").on("core_mail").columns(["state", "next_at", "id"]).execute();
    for (const statement of [...ENDS, ...searchStatements(dialect)]) await sql.raw(statement).execute(db);
  },
};

/** Led by the state, or SQLite takes the index of those that are due, and looks at every letter that waits. */
const ENDS = [
  "create index core_mail_expires on core_mail (state, expires_at) where expires_at is not null",
  "create index core_mail_give_up on core_mail (state, give_up_at) where state = 'queued'",
];

/** A server of PostgreSQL without the extension searches all the same, only without an index. */
const ON_POSTGRES = `do $$ begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm;
    create index core_mail_search_index on core_mail using gin (search gin_trgm_ops);
  end if;
exception when insufficient_privilege then null;
end $$`;

function searchStatements({ kind }: Dialect): string[] {
  if (kind === "postgres") return [ON_POSTGRES];
  return [
    `create virtual table core_mail_search using fts5 (search, content = 'core_mail', content_rowid = 'id',
      tokenize = 'trigram case_sensitive 1', columnsize = 0)`,
    "insert into core_mail_search (core_mail_search) values ('rebuild')",
    // Of a letter that goes nothing stays behind, not even parts of words.
    "insert into core_mail_search (core_mail_search, rank) values ('secure-delete', 1)",
    `create trigger core_mail_search_added after insert on core_mail
      begin insert into core_mail_search (rowid, search) values (new.id, new.search); end`,
    `create trigger core_mail_search_removed after delete on core_mail
      begin insert into core_mail_search (core_mail_search, rowid, search) values ('delete', old.id, old.search); end`,
  ];
}
