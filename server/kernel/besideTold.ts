// Columns beside lists whose values are places in an order that rules decide, such as the first of a profile's groups: by what they were
// told, which profiles may stand elsewhere since, and how those are told anew.
import { type RawBuilder, sql } from "kysely";
import { isOneOf } from "../db/rows.ts";
import type { CoreTables } from "../db/tables.ts";
import type { Db, Deps } from "./context.ts";

/** One of those among whom a profile is placed, in their order. */
export interface ToldBy {
  id: number;
  /** Tells its rule from any other; empty where there is none and members are noted one by one. */
  how: string;
}

/** The same with the number that stands for it. */
export interface Told extends ToldBy {
  at: number;
}

/** The number of profiles that are in none: it comes after all others. */
export const TOLD_NONE = 1e9;

/** A column whose values are told. */
export interface ToldColumn {
  id: number;
  eventId: number;
  key: string;
  isReady: boolean;
  /** Nothing before the first time. */
  told: readonly Told[] | undefined;
  /** The last profile that has been told of, while not all have; null once they have. */
  after: number | null;
  /** Whether profiles that change are noted, since rules read them. */
  reads: boolean;
  /** Notes of profiles that have changed since, up to `TOLD_MANY` and one. */
  stale: number;
}

/** More than these are not waited for. */
export const TOLD_MANY = 4000;

const STALE = sql<number>`(select count(*) from (select 1 from core_beside_stale s
  where s.of_column = core_beside_column.id limit ${sql.lit(TOLD_MANY + 1)}) as few)`;

async function columns(db: Db, where: RawBuilder<boolean>): Promise<ToldColumn[]> {
  const rows = await db
    .withTables<CoreTables>()
    .selectFrom("core_beside_column")
    .select(["id", "event_id", "key", "ready", "told", "told_after", "reads", STALE.as("stale")])
    .where(where)
    .execute();
  return rows.map(({ id, event_id, key, ready, told, told_after, reads, stale }) => ({
    ...{
      id,
      key,
      eventId: event_id,
      isReady: ready === 1,
      after: told_after,
      reads: reads === 1,
      stale: Number(stale),
    },
    told: told === "" ? undefined : (JSON.parse(told) as Told[]),
  }));
}

/** The column of an event. */
export async function findTold(db: Db, eventId: number, key: string): Promise<ToldColumn | undefined> {
  return (await columns(db, sql<boolean>`event_id = ${eventId} and key = ${key}`))[0];
}

/** Columns of all events of which something is to be told. */
export async function lackingTold(db: Db, keys: readonly string[]): Promise<ToldColumn[]> {
  if (keys.length === 0) return [];
  const all = await columns(db, sql<boolean>`ready = 1 and key in (${sql.join([...keys])})`);
  return all.filter(({ told, after, stale }) => !told || after !== null || stale > 0);
}

/** The column of all events in which rules decide. */
export function toldByRules(db: Db, key: string): Promise<ToldColumn[]> {
  return columns(db, sql<boolean>`ready = 1 and reads = 1 and key = ${key}`);
}

/** Whether it takes longer to tell than somebody waits. */
export const isLongToTell = ({ isReady, after, stale }: ToldColumn) => !isReady || after !== null || stale > TOLD_MANY;

/** Whether each value of the column is true of these. */
export function isTold({ isReady, told, after, stale }: ToldColumn, by: readonly ToldBy[]): boolean {
  return isReady && after === null && stale === 0 && told !== undefined && isSame(told, by);
}

function isSame(told: readonly ToldBy[], by: readonly ToldBy[]): boolean {
  return told.length === by.length && by.every(({ id, how }, at) => told[at]?.id === id && told[at]?.how === how);
}

/** Places for those that there are now; undefined where all profiles have to be told of anew. Those without a rule come in between. */
export function placesBetween(before: readonly Told[], by: readonly ToldBy[]): Told[] | undefined {
  const known = new Map(before.map((one) => [one.id, one]));
  const there = new Set(by.map(({ id }) => id));
  const comes = ({ id, how }: ToldBy) => !known.has(id) && how === "";
  const stays = by.filter((one) => !comes(one));
  if (
    !isSame(
      before.filter(({ id }) => there.has(id)),
      stays,
    )
  )
    return undefined;
  const places: Told[] = [];
  let last = 0;
  for (const [at, one] of by.entries()) {
    const own = known.get(one.id)?.at;
    const next = by.slice(at + 1).flatMap(({ id }) => known.get(id)?.at ?? [])[0];
    const place = own ?? (next === undefined ? last + 1 : (last + next) / 2);
    // As many as find room between two.
    if (place <= last || (own === undefined && next !== undefined && place >= next)) return undefined;
    places.push({ ...one, at: place });
    last = place;
  }
  return places;
}

/** The first profiles that may stand elsewhere than they did; they are to be told of in the same transaction. */
export async function takeStale(db: Db, { id }: Pick<ToldColumn, "id">, most: number): Promise<number[]> {
  const { rows } = await sql<{ thing_id: number }>`delete from core_beside_stale where id in
    (select id from core_beside_stale where of_column = ${id} order by id limit ${most}) returning thing_id`.execute(
    db,
  );
  return [...new Set(rows.map(({ thing_id }) => thing_id))].sort((a, b) => a - b);
}

/** From now on values are told by these; answers their places, and whether all profiles have to be told of. */
export async function tellBy(db: Db, column: ToldColumn, by: readonly ToldBy[]): Promise<readonly Told[]> {
  const { id, told } = column;
  if (told && isSame(told, by)) return told;
  const between = told && placesBetween(told, by);
  const places = between ?? by.map((one, at) => ({ ...one, at: at + 1 }));
  const gone = between ? (told ?? []).filter((one) => !by.some((other) => other.id === one.id)) : [];
  const there = sql`from core_beside_value
    where of_column = ${id} and of_number in (${sql.join(gone.map(({ at }) => at))})`;
  // Where very many stood in what is gone, all are told of in blocks: to note them one by one is a statement without an end.
  const isMuch =
    gone.length > 0 && (await sql`select 1 ${there} limit 1 offset ${TOLD_MANY}`.execute(db)).rows.length > 0;
  const save = { told: JSON.stringify(places), reads: places.some(({ how }) => how !== "") ? 1 : 0 };
  await db
    .withTables<CoreTables>()
    .updateTable("core_beside_column")
    .set(between && !isMuch ? save : { ...save, told_after: 0 })
    .where("id", "=", id)
    .execute();
  if (gone.length > 0 && !isMuch)
    await sql`insert into core_beside_stale (of_column, thing_id) select of_column, thing_id ${there}`.execute(db);
  return places;
}

/** The next profiles of a column of which all are told anew; none once that is done. */
export async function nextTold(db: Db, { id }: Pick<ToldColumn, "id">, most: number): Promise<number[]> {
  const { rows } = await sql<{ thing_id: number }>`select thing_id from core_beside_value where of_column = ${id}
    and thing_id > (select told_after from core_beside_column where id = ${id}) order by thing_id limit ${most}`.execute(
    db,
  );
  const ids = rows.map(({ thing_id }) => thing_id);
  const last = ids.length < most ? null : (ids.at(-1) ?? null);
  await sql`update core_beside_column set told_after = ${last} where id = ${id} and told_after is not null`.execute(db);
  return ids;
}

/** Has some profiles stand where they are found to: `found` selects an `id` and its place, `at`. */
export async function tell(
  db: Db,
  kind: "sqlite" | "postgres",
  { id }: Pick<ToldColumn, "id">,
  ids: readonly number[],
  found: RawBuilder<unknown>,
): Promise<void> {
  if (ids.length === 0) return;
  const own = isOneOf(kind, "core_beside_value.thing_id", ids);
  await sql`update core_beside_value set of_number = found.place from (${found}) as found
    where of_column = ${id} and ${own} and core_beside_value.thing_id = found.id and of_number <> found.place`.execute(
    db,
  );
}

/** Before something is told: one tells at a time. */
export const TELLING = "core.beside told ";

/** A transaction of its own for a request that else only reads. */
export function besideNow<T>({ database }: Pick<Deps, "database">, work: (db: Db) => Promise<T>): Promise<T> {
  const { write, dialect } = database;
  return dialect.retried(() => write.transaction().execute((db) => work(db as unknown as Db)));
}

/** Notes profiles that something puts elsewhere; `things` selects event_id and thing_id. */
export const noteTold = (key: string, things: string) =>
  `insert into core_beside_stale (of_column, thing_id)
    select c.id, t.thing_id from (${things}) as t join core_beside_column c on c.event_id = t.event_id and c.key = '${key}'`;
