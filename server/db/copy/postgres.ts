// The PostgreSQL ends of a copy.
import pg from "pg";
import { inOrder, LEDGER, type Row, type Source, type Target } from "./ends.ts";

const BLOCK = 1000;
// A statement takes 65 535 values at most.
const VALUES = 60_000;

const quoted = (name: string) => pg.escapeIdentifier(name);

async function connect(url: string): Promise<pg.Client> {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const client = new pg.Client({ connectionString: url, application_name: "lanyard copies" });
  await client.connect();
  return client;
}

async function ownTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1",
  );
  return rows.map(({ name }) => name).filter((name) => name !== LEDGER);
}

async function sequenceOf(client: pg.Client, table: string): Promise<string | null> {
  const { rows: columns } = await client.query(
    "select 1 from information_schema.columns where table_schema = current_schema() and table_name = $1 and column_name = 'id'",
    [table],
  );
  if (columns.length === 0) return null;
  const { rows } = await client.query<{ name: string | null }>("select pg_get_serial_sequence($1, 'id') as name", [
    quoted(table),
  ]);
  return rows[0]?.name ?? null;
}

export async function postgresSource(url: string): Promise<Source> {
  const client = await connect(url);
  await client.query("begin isolation level repeatable read, read only");
  return {
    steps: async () => {
      const { rows } = await client.query<{ key: string }>(`select key from ${LEDGER} order by key`);
      return rows.map(({ key }) => key);
    },
    tables: () => ownTables(client),
    async *rows(table) {
      await client.query(`declare copying cursor for select * from ${quoted(table)}`);
      for (;;) {
        const { rows } = await client.query<Row>(`fetch ${BLOCK} from copying`);
        if (rows.length === 0) break;
        yield rows;
      }
      await client.query("close copying");
    },
    lastId: async (table) => {
      const sequence = await sequenceOf(client, table);
      if (!sequence) return 0;
      const { rows } = await client.query<{ last: number }>(
        `select case when is_called then last_value else last_value - 1 end as last from ${sequence}`,
      );
      return rows[0]?.last ?? 0;
    },
    close: () => client.end(),
  };
}

export async function postgresTarget(url: string): Promise<Target> {
  const client = await connect(url);
  await client.query("begin");
  // What triggers derive is copied like all else: they would write the same few rows anew with each block, and one
  // transaction has to wade through every version of a row that it made itself.
  const triggers = async (what: "disable" | "enable") => {
    for (const name of await ownTables(client)) await client.query(`alter table ${quoted(name)} ${what} trigger user`);
  };
  await triggers("disable");
  return {
    tables: async () => {
      const { rows: references } = await client.query<{ from: string; to: string }>(
        `select f.relname as from, t.relname as to from pg_constraint c join pg_class f on f.oid = c.conrelid
         join pg_class t on t.oid = c.confrelid where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`,
      );
      const { rows } = await client.query<{ table_name: string; column_name: string }>(
        "select table_name, column_name from information_schema.columns where table_schema = current_schema() and is_generated = 'NEVER' order by table_name, ordinal_position",
      );
      const columnsOf = (name: string) => rows.filter((row) => row.table_name === name).map((row) => row.column_name);
      return inOrder(await ownTables(client), references).map((name) => ({ name, columns: columnsOf(name) }));
    },
    clear: async (table) => {
      await client.query(`delete from ${quoted(table)}`);
    },
    insert: async (table, columns, rows) => {
      const atOnce = Math.max(1, Math.floor(VALUES / columns.length));
      const names = columns.map(quoted).join(", ");
      for (let at = 0; at < rows.length; at += atOnce) {
        const block = rows.slice(at, at + atOnce);
        const places = block.map(
          (_, row) => `(${columns.map((__, column) => `$${row * columns.length + column + 1}`).join(", ")})`,
        );
        const values = block.flatMap((row) => columns.map((column) => row[column]));
        await client.query(`insert into ${quoted(table)} (${names}) values ${places.join(", ")}`, values);
      }
    },
    setLastId: async (table, id) => {
      const sequence = await sequenceOf(client, table);
      if (sequence) await client.query("select setval($1::regclass, $2)", [sequence, id]);
    },
    commit: async () => {
      await triggers("enable");
      await client.query("commit");
      // Without statistics a planner takes every condition for one that a single row fulfils, until it is swept by itself.
      await client.query(`vacuum (analyze) ${(await ownTables(client)).map(quoted).join(", ")}`);
    },
    close: () => client.end(),
  };
}
