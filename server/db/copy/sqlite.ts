// The SQLite ends of a copy.
import SqliteDatabase from "better-sqlite3";
import { inOrder, LEDGER, type Row, type Source, type Target } from "./ends.ts";

const BLOCK = 1000;

type Connection = InstanceType<typeof SqliteDatabase>;

/** Tables of ours: a full-text index is a virtual table with shadow tables, which triggers fill again. */
function ownTables(db: Connection): string[] {
  const all = db.prepare("select name, sql from sqlite_master where type = 'table' order by name").all() as {
    name: string;
    sql: string | null;
  }[];
  const virtual = all.filter(({ sql }) => /^create virtual/i.test(sql ?? "")).map(({ name }) => name);
  const isIndex = (name: string) => virtual.some((index) => name === index || name.startsWith(`${index}_`));
  return all.map(({ name }) => name).filter((name) => !name.startsWith("sqlite_") && name !== LEDGER && !isIndex(name));
}

/** Triggers of all areas write there while their rows come: only after them is it as it was. */
const DERIVED = "core_beside_";

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

export function sqliteSource(path: string): Source {
  const db = new SqliteDatabase(path, { readonly: true, fileMustExist: true });
  // One read transaction sees one state, whatever is written meanwhile.
  db.exec("begin");
  return {
    steps: async () =>
      (db.prepare(`select key from ${LEDGER} order by key`).all() as { key: string }[]).map(({ key }) => key),
    tables: async () => ownTables(db),
    async *rows(table) {
      let block: Row[] = [];
      for (const row of db.prepare(`select * from ${quoted(table)}`).iterate()) {
        block.push(row as Row);
        if (block.length < BLOCK) continue;
        yield block;
        block = [];
      }
      if (block.length > 0) yield block;
    },
    lastId: async (table) => {
      const kept = db.prepare("select seq from sqlite_sequence where name = ?").get(table) as
        | { seq: number }
        | undefined;
      return kept?.seq ?? 0;
    },
    close: async () => {
      db.close();
    },
  };
}

export function sqliteTarget(path: string): Target {
  const db = new SqliteDatabase(path);
  db.pragma("foreign_keys = OFF");
  db.exec("begin immediate");
  return {
    tables: async () => {
      const names = ownTables(db);
      const references = names.flatMap((from) =>
        (db.pragma(`foreign_key_list(${quoted(from)})`) as { table: string }[]).map(({ table: to }) => ({ from, to })),
      );
      const ordered = inOrder(names, references);
      const last = ordered.filter((name) => name.startsWith(DERIVED));
      return [...ordered.filter((name) => !last.includes(name)), ...last].map((name) => ({
        name,
        columns: (db.pragma(`table_info(${quoted(name)})`) as { name: string }[]).map((column) => column.name),
      }));
    },
    clear: async (table) => {
      db.exec(`delete from ${quoted(table)}`);
    },
    insert: async (table, columns, rows) => {
      const places = columns.map(() => "?").join(", ");
      const put = db.prepare(`insert into ${quoted(table)} (${columns.map(quoted).join(", ")}) values (${places})`);
      for (const row of rows) put.run(columns.map((column) => row[column]));
    },
    setLastId: async (table, id) => {
      const changed = db.prepare("update sqlite_sequence set seq = ? where name = ?").run(id, table);
      if (changed.changes === 0) db.prepare("insert into sqlite_sequence (name, seq) values (?, ?)").run(table, id);
    },
    commit: async () => {
      const broken = db.pragma("foreign_key_check") as unknown[];
      if (broken.length > 0) throw new Error(`${broken.length} rows refer to rows that are not there.`);
      db.exec("commit");
    },
    close: async () => {
      db.close();
    },
  };
}
