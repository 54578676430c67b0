// Many rows in one statement whose text is the same every time, so that a database need not read it again.
import { CompiledQuery, type Kysely, type RawBuilder, sql } from "kysely";
import { pause } from "../kernel/pause.ts";
import type { Dialect } from "./dialect.ts";
import { inOrder, lineOf } from "./line.ts";

/** Rows a statement. After each, SQLite's full-text search writes out what it has gathered, so many small ones cost more. */
const AT_ONCE = [500, 50] as const;
/** The same where nothing is searched by words yet: the sooner the first is on its way, the less the database waits. */
const SOON = [100, 50] as const;
/** Rows that may be on their way. */
const AHEAD = 1000;

/** A value as drivers take it. */
export type Value = string | number | null;

const texts = new Map<string, string>();

/**
 * Inserts rows of values in the order of `columns`.
 * @example await insertRows(db, dialect, "agenda_session", ["event_id", "title"], [[1, "Opening"], [1, "Closing"]]);
 */
export async function insertRows(
  db: Kysely<never>,
  dialect: Dialect,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Value[])[],
): Promise<void> {
  await insertAs(db, dialect, table, columns, rows, (row) => row);
}

/** The same for what becomes a row only when its turn comes: while the database writes some, the next ones are made. */
export async function insertAs<T>(
  db: Kysely<never>,
  dialect: Dialect,
  table: string,
  columns: readonly string[],
  all: readonly T[],
  asRow: (one: T, at: number) => readonly Value[],
): Promise<void> {
  const { done } = await sendAs(db, dialect, table, columns, all, asRow);
  await done;
}

/**
 * The same for whoever has something else to do while the last rows are written: all are there when it is `done`.
 * `undoesAll`: where a row is refused, SQLite undoes the whole transaction. It then keeps no copy of the pages that a statement
 * changes, unless its triggers or indexes call functions, which may fail.
 */
export async function sendAs<T>(
  db: Kysely<never>,
  { kind }: Dialect,
  table: string,
  columns: readonly string[],
  all: readonly T[],
  asRow: (one: T, at: number) => readonly Value[],
  { undoesAll = false } = {},
): Promise<{ done: Promise<unknown> }> {
  const isWhole = kind === "sqlite" && undoesAll;
  const into = isWhole ? "insert or rollback into" : "insert into";
  const giveWay = pause();
  const sizes = isWhole ? SOON : AT_ONCE;
  const written: Promise<unknown>[] = [];
  // The next statements lie ready by the time that one is done.
  const line = await lineOf(db);
  const most = line ? AHEAD / sizes[0] : 1;
  for (let at = 0; at < all.length; ) {
    const left = all.length - at;
    const size = sizes.find((one) => one <= left) ?? left;
    const values: Value[] = [];
    for (const end = at + size; at < end; at++) for (const value of asRow(all[at] as T, at)) values.push(value);
    if (written.length >= most) await written.shift();
    await giveWay();
    const insert = CompiledQuery.raw(insertText(kind, into, table, columns, size), values);
    const sent = line ? line.executeQuery(insert) : inOrder(db, insert);
    // Heard of by whoever waits for it, also where making the next row throws.
    sent.catch(() => {});
    written.push(sent);
  }
  const done = Promise.all(written);
  done.catch(() => {});
  return { done };
}

function insertText(
  kind: Dialect["kind"],
  into: string,
  table: string,
  columns: readonly string[],
  rows: number,
): string {
  const key = `${kind} ${into} ${table} ${columns.join()} ${rows}`;
  const known = texts.get(key);
  if (known) return known;
  let last = 0;
  const sign = () => (kind === "sqlite" ? "?" : `$${++last}`);
  const row = () => `(${columns.map(sign).join(",")})`;
  const text = `${into} ${quoted(table)} (${columns.map(quoted).join(",")}) values ${Array.from({ length: rows }, row).join(",")}`;
  if ([...SOON, ...AT_ONCE].includes(rows as 50)) texts.set(key, text);
  return text;
}

const quoted = (name: string) => `"${name}"`;

/** Ids that nobody else is given, for rows whose ids must be known before they are there. Inside a transaction. */
export async function takeIds(db: Kysely<never>, { kind }: Dialect, table: string, count: number): Promise<number[]> {
  if (count === 0) return [];
  if (kind === "postgres") {
    const asked = sql<{ id: number }>`
      select nextval(pg_get_serial_sequence(${table}, 'id'))::int as id from generate_series(1, ${count})`;
    return (await asked.execute(db)).rows.map(({ id }) => id);
  }
  // The counter is moved on first: from here to the commit this connection is the only writer.
  const moved = sql<{
    last: number;
  }>`update sqlite_sequence set seq = seq + ${count} where name = ${table} returning seq as last`;
  let last = (await moved.execute(db)).rows[0]?.last;
  if (last === undefined) {
    last = count;
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${count})`.execute(db);
  }
  return Array.from({ length: count }, (_, at) => (last as number) - count + 1 + at);
}

/** Gives back ids of which nobody has heard, in the transaction that took them as the last. */
export async function giveIdsBack(
  db: Kysely<never>,
  { kind }: Dialect,
  table: string,
  ids: readonly number[],
): Promise<void> {
  // PostgreSQL's counter goes on for others at the same time.
  if (kind === "postgres" || ids.length === 0) return;
  const moved = sql`update sqlite_sequence set seq = ${(ids[0] as number) - 1} where name = ${table} and seq = ${ids.at(-1)}`;
  await moved.execute(db);
}

/** Rows that one statement removes, so that neither the loop nor, between transactions, whoever writes waits for all of them. */
const REMOVED_AT_ONCE = 1000;

/** Removes all rows that a condition finds, in blocks; `key` tells them apart. */
export async function removeInBlocks(
  db: Kysely<never>,
  table: string,
  key: string,
  where: RawBuilder<boolean>,
): Promise<void> {
  const [from, by] = [sql.table(table), sql.ref(key)];
  const some = sql`select ${by} from ${from} where ${where} limit ${REMOVED_AT_ONCE}`;
  for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE; ) {
    const done = await sql`delete from ${from} where ${where} and ${by} in (${some})`.execute(db);
    removed = Number(done.numAffectedRows ?? 0);
  }
}

/** The condition that rows which are named by their ids are an event's. By an index of the event SQLite would go along all of its rows. */
export function isOfEvent(eventId: number) {
  return sql<boolean>`event_id + 0 = ${eventId}`;
}

/** The condition that a column has one of many values, whose number may differ without being another statement. */
export function isOneOf(kind: Dialect["kind"], column: string, values: readonly (string | number)[]) {
  if (kind === "sqlite")
    return sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`;
  const held = values.every((value) => typeof value === "number") ? numberArray(values) : values;
  return sql<boolean>`${sql.ref(column)} = any(${held})`;
}

/** Numbers as PostgreSQL reads an array of them. Its client would quote each one, which takes a millisecond and more for thousands. */
export function numberArray(values: readonly number[]): string {
  return `{${values.join(",")}}`;
}
