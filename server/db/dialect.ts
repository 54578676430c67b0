// The only file that knows there are two SQL tongues: SQLite and PostgreSQL.
import {
  type ColumnDefinitionBuilder,
  type Expression,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from "kysely";
import { numberArray } from "./rows.ts";

/** A value of an object that the database writes; `isJson` where the column holds JSON text. */
export interface JsonField {
  name: string;
  column: string;
  isJson: boolean;
  /** Keys that are left out of the JSON. */
  without?: readonly string[];
}

// Made as text: as parts of a query, the fields of a list would cost more than all the rest of it.
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const listed = (fields: readonly JsonField[], each: (field: JsonField) => string) => fields.map(each).join(", ");

const literal = (key: string) => `'${key.replaceAll("'", "''")}'`;
const pathTo = (key: string) => literal(`$.${JSON.stringify(key)}`);

/** The handful of differences between the two databases, for migrations and repositories. */
export interface Dialect {
  kind: "sqlite" | "postgres";
  /** Column type of bytes. */
  blob: "blob" | "bytea";
  /** Makes a column the numbered primary key. Ids are never given out twice. */
  idColumn(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder;
  /** The text under a key of a JSON text column; null when it is missing. */
  jsonText(column: Expression<unknown>, key: string): RawBuilder<string | null>;
  /** The number under a key of a JSON text column; null when it is missing or not a number. */
  jsonNumber(column: Expression<unknown>, key: string): RawBuilder<number | null>;
  /** What a subquery selects, all of whose rows `jsonRows` turns into one JSON text, or its bytes: an array of objects. */
  jsonColumns(fields: readonly JsonField[]): RawBuilder<unknown>;
  jsonRows(from: string, fields: readonly JsonField[]): RawBuilder<string | Uint8Array>;
  /** The ids of all rows as one text, with commas between them; null where there are none. Thousands of rows would take longer to bring than to find. */
  idsText(id: Expression<unknown>): RawBuilder<string | null>;
  /** A column as a row brings it: JSON text without the keys that are left out. */
  columnOf(field: JsonField): RawBuilder<unknown>;
  /** Whether what stands under a key of a JSON text column is one of these texts, or a list that holds one. */
  jsonHas(column: Expression<unknown>, key: string, texts: readonly string[]): RawBuilder<boolean>;
  /** A text by its bytes, for comparing and sorting; with `folds` without regard to the case of plain letters. */
  textKey(text: Expression<unknown>, folds: boolean): RawBuilder<string | null>;
  /** The rows of a table with these ids, as something to select from that begins with the ids; not where the planner finds that out itself. */
  fromIds?(table: string, ids: readonly number[]): RawBuilder<unknown>;
  /** The rows of a table with these ids, each looked up in its turn whatever else is asked of it, as something to select from. */
  inTurn(table: string, ids: readonly number[]): RawBuilder<unknown>;
  /** What that is to be ordered by to come in the order of the ids; not where it comes so by itself. */
  turn?: RawBuilder<unknown>;
  /** The rows of a table in the order in which a question finds their ids; not where that order is only kept by sorting anew. */
  inOrderOf?(table: string, ids: RawBuilder<unknown>): RawBuilder<unknown>;
  /** How many rows of a table the planner expects to fulfil a condition; not where it keeps no statistics. */
  expected?(db: Kysely<never>, table: string, where: RawBuilder<boolean>): Promise<number>;
  /** A question about one row that is asked anew for each, and not made into a join. */
  oneByOne(asked: RawBuilder<unknown>): RawBuilder<unknown>;
  /** A condition of whose share of the rows the planner has no opinion (it takes it for half), where it keeps statistics. */
  unguessed(condition: RawBuilder<boolean>): RawBuilder<boolean>;
  /** A condition for which no index is to be looked at. */
  withoutIndex(condition: RawBuilder<boolean>): RawBuilder<boolean>;
  /** The calendar day so many days after the one with which a text begins; of a text that begins with none, what it begins with. */
  dayBeside(text: Expression<unknown>, days: 1 | -1): RawBuilder<string>;
  /** Case-insensitive `like`; the pattern escapes with a backslash (see `likePattern`). */
  like(column: Expression<unknown>, pattern: string): RawBuilder<boolean>;
  /** Has the planner look at tables into which much has been written, or at all there are, rather than guess until it does so by itself. */
  analyze(db: Kysely<never>, tables?: readonly string[]): Promise<void>;
  /** Lets the statements of a transaction take as long as they need. */
  unhurried(db: Kysely<never>): Promise<void>;
  /** Has the connection forget the pages that it keeps in memory: what is written now is not read again soon. */
  forgetPages(db: Kysely<never>): Promise<void>;
  /** Takes a lock that ends with the transaction, so that two processes do not do the same work at once. */
  lock(db: Kysely<never>, name: string): Promise<void>;
  /** The same lock, which any number may have together, and nobody while one has it alone. */
  lockShared(db: Kysely<never>, name: string): Promise<void>;
  /** Locks the rows of a question until the end of the transaction, and passes over those that somebody else holds. */
  skipLocked<T, K extends keyof T, O>(query: SelectQueryBuilder<T, K, O>): SelectQueryBuilder<T, K, O>;
  /** Keeps the rows of a question from being taken away until the end of the transaction; others may keep them too. */
  forKeyShare<T, K extends keyof T, O>(query: SelectQueryBuilder<T, K, O>): SelectQueryBuilder<T, K, O>;
  /** Locks the rows of a question until the end of the transaction. */
  forUpdate<T, K extends keyof T, O>(query: SelectQueryBuilder<T, K, O>): SelectQueryBuilder<T, K, O>;
  /** Runs a transaction once more when the database undid it because two of them stood in each other's way. */
  retried<T>(transaction: () => Promise<T>): Promise<T>;
}

const removed = (value: string, keys: readonly string[]) => `json_remove(${value}, ${keys.map(pathTo).join(", ")})`;
const subtracted = (value: string, keys: readonly string[]) =>
  `(${quoted(value)}::jsonb - array[${keys.map(literal).join(", ")}]::text[])`;

// A cross join is not reordered, so the ids lead.
const ledByIds = (table: string, ids: readonly number[]) =>
  sql`(select value as wanted from json_each(${JSON.stringify(ids)})) as few cross join ${sql.table(table)} on ${sql.ref(`${table}.id`)} = few.wanted`;

const sqlite: Dialect = {
  kind: "sqlite",
  blob: "blob",
  idColumn: (column) => column.primaryKey().autoIncrement(),
  // The type is asked first, since SQLite has no booleans and answers 1 and 0 for them.
  jsonText: (column, key) => {
    const path = `$.${JSON.stringify(key)}`;
    return sql<
      string | null
    >`case json_type(${column}, ${path}) when 'true' then 'true' when 'false' then 'false' else cast(json_extract(${column}, ${path}) as text) end`;
  },
  jsonNumber: (column, key) => {
    const path = `$.${JSON.stringify(key)}`;
    return sql<
      number | null
    >`case when json_type(${column}, ${path}) in ('integer', 'real') then json_extract(${column}, ${path}) end`;
  },
  jsonColumns: (fields) => sql.raw([...new Set(fields.map(({ column }) => quoted(column)))].join(", ")),
  jsonRows: (from, fields) => {
    const pairs = listed(fields, ({ name, column, isJson, without }) => {
      const value = `${quoted(from)}.${quoted(column)}`;
      return `${literal(name)}, ${without ? removed(value, without) : isJson ? `json(${value})` : value}`;
    });
    // Bytes are handed from thread to thread without being copied.
    return sql.raw(`cast(json_group_array(json_object(${pairs})) as blob)`);
  },
  idsText: (id) => sql<string | null>`group_concat(${id})`,
  columnOf: ({ column, without }) =>
    without ? sql.raw(`${removed(quoted(column), without)} as ${quoted(column)}`) : sql.ref(column),
  jsonHas: (column, key, texts) => {
    const path = `$.${JSON.stringify(key)}`;
    const are =
      texts.length === 1 ? sql`= ${texts[0]}` : sql`in (select value from json_each(${JSON.stringify(texts)}))`;
    return sql<boolean>`case json_type(${column}, ${path}) when 'array'
      then exists (select 1 from json_each(${column}, ${path}) as held where held.value ${are})
      else coalesce(${sqlite.jsonText(column, key)} ${are}, 0) end`;
  },
  textKey: (text, folds) => (folds ? sql`lower(${text})` : sql`${text}`),
  fromIds: ledByIds,
  inTurn: ledByIds,
  inOrderOf: (table, ids) => sql`(${ids}) as few cross join ${sql.table(table)} on ${sql.ref(`${table}.id`)} = few.id`,
  oneByOne: (asked) => asked,
  unguessed: (condition) => condition,
  withoutIndex: (condition) => sql<boolean>`+(${condition})`,
  dayBeside: (text, days) =>
    sql<string>`coalesce(date(substr(${text}, 1, 10) || 'T00:00', ${sql.lit(`${days} day`)}), substr(${text}, 1, 10))`,
  like: (column, pattern) => sql<boolean>`${column} like ${pattern} escape '\\'`,
  // Its ways are chosen here, by what is found when a question is asked.
  analyze: async () => {},
  unhurried: async () => {},
  forgetPages: async (db) => {
    await sql`pragma shrink_memory`.execute(db);
  },
  // One writer at a time is what SQLite does anyway.
  lock: async () => {},
  lockShared: async () => {},
  skipLocked: (query) => query,
  forKeyShare: (query) => query,
  forUpdate: (query) => query,
  retried: (transaction) => transaction(),
};

/**
 * Serialisation failure and deadlock: nothing was written, and a second try meets a quieter database. Two that write what may be
 * there once: a second try sees that the other has it, and is refused by the rule.
 */
const UNDONE = new Set(["40001", "40P01", "23505"]);
const TRIES = 3;

const postgres: Dialect = {
  kind: "postgres",
  blob: "bytea",
  idColumn: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
  jsonText: (column, key) => sql<string | null>`(${column}::jsonb ->> ${key}::text)`,
  jsonNumber: (column, key) =>
    sql<
      number | null
    >`case when jsonb_typeof(${column}::jsonb -> ${key}::text) = 'number' then (${column}::jsonb ->> ${key}::text)::double precision end`,
  jsonColumns: (fields) =>
    sql.raw(
      listed(fields, ({ name, column, isJson, without }) => {
        const value = without ? subtracted(column, without) : `${quoted(column)}${isJson ? "::json" : ""}`;
        return `${value} as ${quoted(name)}`;
      }),
    ),
  columnOf: ({ column, without }) =>
    without ? sql.raw(`${subtracted(column, without)}::text as ${quoted(column)}`) : sql.ref(column),
  jsonRows: (from) => sql.raw(`coalesce(json_agg(${quoted(from)}), '[]')::text`),
  idsText: (id) => sql<string | null>`string_agg(${id}::text, ',')`,
  jsonHas: (column, key, texts) => {
    const [held, text] = [sql`${column}::jsonb -> ${key}::text`, sql`${column}::jsonb ->> ${key}::text`];
    const [among, is] =
      texts.length === 1
        ? [sql`(${held}) @> to_jsonb(${texts[0]}::text)`, sql`(${text}) = ${texts[0]}`]
        : [sql`jsonb_exists_any(${held}, ${[...texts]}::text[])`, sql`(${text}) = any(${[...texts]}::text[])`];
    return sql<boolean>`coalesce(case jsonb_typeof(${held}) when 'array' then ${among} else ${is} end, false)`;
  },
  // In this collation only plain letters have two cases, as in SQLite.
  textKey: (text, folds) => (folds ? sql`lower((${text}) collate "C")` : sql`((${text}) collate "C")`),
  expected: async (db, table, where) => {
    const asked = sql<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>`
      explain (format json) select 1 from ${sql.table(table)} where ${where}`;
    const { rows } = await asked.execute(db);
    return rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
  },
  // An offset keeps the planner from finding the rows by anything but the ids, and the order of these lets it stop at a full page.
  inTurn: (table, ids) => sql`(
    select wanted, turn from unnest(${numberArray(ids)}::bigint[]) with ordinality as listed (wanted, turn) order by turn
  ) as few cross join lateral (
    select * from ${sql.table(table)} as one where one.id = few.wanted offset 0
  ) as ${sql.table(table)}`,
  turn: sql.ref("few.turn"),
  oneByOne: (asked) => sql`${asked} offset 0`,
  unguessed: (condition) => sql<boolean>`(case when ${condition} then true else false end)`,
  withoutIndex: (condition) => condition,
  // Built of numbers, since a day that no month has would be an error instead of nothing.
  dayBeside: (text, days) => sql<string>`case when ${text} ~ '^[1-9][0-9]{3}-(0[1-9]|1[0-2])-[0-9]{2}'
    then to_char(make_date(substr(${text}, 1, 4)::int, substr(${text}, 6, 2)::int, 1)
      + substr(${text}, 9, 2)::int ${sql.raw(days === 1 ? "" : "- 2")}, 'YYYY-MM-DD') else substr(${text}, 1, 10) end`,
  like: (column, pattern) => sql<boolean>`${column} ilike ${pattern} escape '\\'`,
  analyze: async (db, tables) => {
    await sql`analyze ${tables ? sql.join(tables.map((table) => sql.table(table))) : sql``}`.execute(db);
  },
  unhurried: async (db) => {
    await sql`set local statement_timeout = 0`.execute(db);
  },
  forgetPages: async () => {},
  lock: async (db, name) => {
    await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(db);
  },
  lockShared: async (db, name) => {
    await sql`select pg_advisory_xact_lock_shared(hashtext(${name}))`.execute(db);
  },
  skipLocked: (query) => query.forUpdate().skipLocked(),
  forKeyShare: (query) => query.forKeyShare(),
  forUpdate: (query) => query.forUpdate(),
  retried: async (transaction) => {
    for (let tries = 1; ; tries++) {
      try {
        return await transaction();
      } catch (error) {
        const code = (error as { code?: string }).code ?? "";
        if (tries === TRIES || !UNDONE.has(code)) throw error;
      }
    }
  },
};

/** The tongue of a database. */
export const dialects = { sqlite, postgres } as const;

/** A `like` pattern that takes the text literally: `%`, `_` and the backslash lose their meaning. */
export function likePattern(text: string, where: "contains" | "startsWith"): string {
  const literal = text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
  return where === "contains" ? `%${literal}%` : `${literal}%`;
}
