// SQL of suspected pairs. Every function takes the open transaction, or a reader, first.
import type { Selectable } from "kysely";
import { type Db, type Dialect, insertAs, isOfEvent, isOneOf, slowly, sql } from "#server";
import type { Reason } from "../contract.ts";
import { type Keys, type Kind, ONE_EACH, scoreOf } from "./rules.ts";
import type { DuplicatesTables, KeyTable, PairTable, PhoneTable } from "./tables.ts";

const PAIR = ["id", "one_id", "other_id", "score", "reasons", "state"] as const;
const KEY = ["thing_id", "event_id", "rev", ...ONE_EACH] as const;
const PHONE = ["thing_id", "event_id", "phone"] as const;
/** Where keys stand: of most kinds a profile has one, of numbers several. */
const KEYS = ["duplicates_key", "duplicates_phone"] as const;
const AT_ONCE = 1000;

export type PairRow = Pick<Selectable<PairTable>, (typeof PAIR)[number]>;

type Where = ReturnType<typeof sql<boolean>>;

const tables = (db: Db) => db.withTables<DuplicatesTables>();

/** Revisions of the keys of an event's profiles, of those with ids after one and up to another. */
export async function keyedRevs(db: Db, eventId: number, after: number, to: number): Promise<Map<number, number>> {
  const rows = await tables(db)
    .selectFrom("duplicates_key")
    .select(["thing_id", "rev"])
    .where("event_id", "=", eventId)
    .where("thing_id", ">", after)
    .where("thing_id", "<=", to)
    .execute();
  return new Map(rows.map((row) => [row.thing_id, row.rev]));
}

/** Puts keys in the place of those that some profiles have. */
export async function putKeys(
  db: Db,
  dialect: Dialect,
  eventId: number,
  rows: readonly { id: number; rev: number; keys: Keys }[],
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await dropKeys(db, dialect, ids);
  await insertAs(db as never, dialect, "duplicates_key", [...KEY], rows, ({ id, rev, keys }) => [
    ...[id, eventId, rev],
    ...ONE_EACH.map((kind) => keys[kind]),
  ]);
  const phones = rows.flatMap(({ id, keys }) => keys.phone.map((phone) => [id, eventId, phone] as const));
  await insertAs(db as never, dialect, "duplicates_phone", [...PHONE], phones, (phone) => phone);
}

export async function dropKeys(db: Db, { kind }: Dialect, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  for (const table of KEYS)
    await sql`delete from ${sql.table(table)} where ${isOneOf(kind, "thing_id", ids)}`.execute(db);
}

/** Takes all keys of an event away with ids after one. */
export async function dropKeysAfter(db: Db, eventId: number, after: number): Promise<void> {
  // By an index of the event SQLite would go along all of its numbers.
  for (const table of KEYS)
    await sql`delete from ${sql.table(table)} where event_id + 0 = ${eventId} and thing_id > ${after}`.execute(db);
}

const tableOf = (kind: Kind) => sql.table(kind === "phone" ? "duplicates_phone" : "duplicates_key");

/** Where all give a company, nobody is suspected by the name alone. */
const amongOf = (kind: Kind) => sql.raw(kind === "alone" ? " and min(name) = ''" : "");

/** How many keys of a kind more than `most` profiles share. */
export async function countCrowded(db: Db, eventId: number, kind: Kind, most: number): Promise<number> {
  const column = sql.ref(kind);
  const found = await sql<{ keys: number | string }>`
    select count(*) as keys from (
      select ${column} from ${tableOf(kind)} where event_id = ${eventId} and ${column} <> ''
      group by ${column} having count(*) > ${most}) as crowded`.execute(db);
  return Number(found.rows[0]?.keys ?? 0);
}

/** Keys that two profiles or more share, but not more than `most`: what too many share tells nobody apart. In the order of the keys. */
export async function sharedKeys(
  db: Db,
  eventId: number,
  kind: Kind,
  after: string,
  { most, limit }: { most: number; limit: number },
): Promise<string[]> {
  const [column, among] = [sql.ref(kind), amongOf(kind)];
  const found = await sql<{ key: string }>`
    select ${column} as key from ${tableOf(kind)}
    where event_id = ${eventId} and ${column} <> '' and ${column} > ${after}
    group by ${column} having count(*) between 2 and ${most}${among} order by ${column} limit ${limit}`.execute(db);
  return found.rows.map((row) => row.key);
}

/** Ids of the profiles under some keys, by key. */
export async function underKeys(db: Db, eventId: number, kind: Kind, keys: readonly string[]): Promise<number[][]> {
  const column = sql.ref(kind);
  const { rows } = await sql<{ thing_id: number; key: string }>`
    select thing_id, ${column} as key from ${tableOf(kind)}
    where event_id = ${eventId} and ${column} in (${sql.join(keys)}) and ${column} <> '' order by thing_id`.execute(db);
  const groups = new Map<string, number[]>();
  for (const { thing_id, key } of rows) {
    groups.set(key, [...(groups.get(key) ?? []), thing_id]);
  }
  return [...groups.values()];
}

export interface FoundPair {
  one: number;
  other: number;
  reasons: readonly Reason[];
  score: number;
}

/** Writes pairs that a search found; what a person said of a pair before stays. */
export async function putPairs(db: Db, eventId: number, pairs: readonly FoundPair[], search: number): Promise<void> {
  for (let at = 0; at < pairs.length; at += AT_ONCE) {
    const values = pairs.slice(at, at + AT_ONCE).map(({ one, other, reasons, score }) => ({
      event_id: eventId,
      one_id: one,
      other_id: other,
      score,
      reasons: JSON.stringify(reasons),
      state: "open",
      found_by: search,
    }));
    await tables(db)
      .insertInto("duplicates_pair")
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(["event_id", "one_id", "other_id"]).doUpdateSet((eb) => ({
          score: eb.ref("excluded.score"),
          reasons: eb.ref("excluded.reasons"),
          // One that began earlier may look at the same pair later.
          found_by: sql<number>`case when duplicates_pair.found_by < ${search} then ${search} else duplicates_pair.found_by end`,
        })),
      )
      .execute();
  }
}

/** The score of pairs that were dismissed by what is hidden since: they stay dismissed, and nobody is told of them. */
export const NONE_LEFT = 0;

/** `untold`: the lists of reasons whose pairs are left out; `within`: what else holds for those that count. */
export async function countPairs(
  db: Db,
  eventId: number,
  untold: readonly string[],
  within?: Where,
): Promise<Record<"open" | "dismissed", number>> {
  const counted = tables(db)
    .selectFrom("duplicates_pair")
    .select(["state", (of) => of.fn.countAll<number | string>().as("pairs")])
    .where("event_id", "=", eventId)
    .where("score", "<>", NONE_LEFT)
    .$if(untold.length > 0, (query) => query.where("reasons", "not in", [...untold]))
    .$if(within !== undefined, (query) => query.where(within as Where))
    .groupBy("state");
  const rows = await slowly(tables(db), counted);
  const of = (state: string) => Number(rows.find((row) => row.state === state)?.pairs ?? 0);
  return { open: of("open"), dismissed: of("dismissed") };
}

/** Whether there is an open pair with one of some lists of reasons. */
export async function someOpen(db: Db, eventId: number, lists: readonly string[]): Promise<boolean> {
  if (lists.length === 0) return false;
  const found = await tables(db)
    .selectFrom("duplicates_pair")
    .select("id")
    .where("event_id", "=", eventId)
    .where("state", "=", "open")
    // Found by their scores, in whose order pairs stand.
    .where(
      "score",
      "in",
      lists.map((list) => scoreOf(JSON.parse(list) as Reason[])),
    )
    .where("reasons", "in", [...lists])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** In how many open pairs some profiles are; without those that are in none. */
export async function pairsOf(db: Db, eventId: number, ids: readonly number[]): Promise<Map<number, number>> {
  const pairs = new Map<number, number>();
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    for (const side of ["one_id", "other_id"] as const) {
      const rows = await tables(db)
        .selectFrom("duplicates_pair")
        .select([`${side} as id`, (of) => of.fn.countAll<number | string>().as("pairs")])
        .where("event_id", "=", eventId)
        .where("state", "=", "open")
        .where(side, "in", some)
        .groupBy(side)
        .execute();
      for (const { id, pairs: more } of rows) pairs.set(id, (pairs.get(id) ?? 0) + Number(more));
    }
  }
  return pairs;
}

export async function findPair(db: Db, eventId: number, id: number): Promise<PairRow | undefined> {
  return (await findPairs(db, eventId, [id]))[0];
}

/** The pair that two profiles are, in whichever order they are named. */
export async function findPairOf(db: Db, eventId: number, one: number, other: number): Promise<PairRow | undefined> {
  return tables(db)
    .selectFrom("duplicates_pair")
    .select(PAIR)
    .where("event_id", "=", eventId)
    .where("one_id", "=", Math.min(one, other))
    .where("other_id", "=", Math.max(one, other))
    .executeTakeFirst();
}

/** Some pairs, in no order; as many as a page has. */
export async function findPairs(db: Db, eventId: number, ids: readonly number[]): Promise<PairRow[]> {
  if (ids.length === 0) return [];
  return tables(db)
    .selectFrom("duplicates_pair")
    .select(PAIR)
    .where(isOfEvent(eventId))
    .where("id", "in", [...ids])
    .execute();
}

/** The first pair among some profiles of whom somebody has said that they are two. */
export async function firstApart(
  db: Db,
  eventId: number,
  ids: readonly number[],
): Promise<readonly [number, number] | undefined> {
  const found = await tables(db)
    .selectFrom("duplicates_pair")
    .select(["one_id", "other_id"])
    .where("event_id", "=", eventId)
    .where("state", "=", "dismissed")
    .where("one_id", "in", [...ids])
    .where("other_id", "in", [...ids])
    .orderBy("one_id")
    .orderBy("other_id")
    .limit(1)
    .executeTakeFirst();
  return found && [found.one_id, found.other_id];
}

export async function setStates(
  db: Db,
  { kind }: Dialect,
  ids: readonly number[],
  state: "open" | "dismissed",
): Promise<void> {
  await tables(db)
    .updateTable("duplicates_pair")
    .set({ state })
    .where(isOneOf(kind, "id", ids))
    .execute();
}

/** The keys of a profile as they are kept; those of before have no list of numbers. */
type KeptKeys = Selectable<KeyTable> & { phones?: readonly string[] };

/** Everything of this area about some profiles, taken away and answered. */
export async function takeAbout(db: Db, eventId: number, ids: readonly number[]) {
  const pairs: Selectable<PairTable>[] = [];
  const keys: KeptKeys[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    for (const side of ["one_id", "other_id"] as const) {
      const taken = await tables(db)
        .deleteFrom("duplicates_pair")
        .where("event_id", "=", eventId)
        .where(side, "in", some)
        .returning([...PAIR, "event_id", "found_by"])
        .execute();
      pairs.push(...taken);
    }
    const rows = await tables(db).deleteFrom("duplicates_key").where("thing_id", "in", some).returning(KEY).execute();
    const numbers = await tables(db)
      .deleteFrom("duplicates_phone")
      .where("thing_id", "in", some)
      .returning(PHONE)
      .execute();
    const phones = new Map<number, string[]>(rows.map(({ thing_id }) => [thing_id, []]));
    for (const { thing_id, phone } of numbers) phones.get(thing_id)?.push(phone);
    keys.push(...rows.map((key) => ({ ...key, phones: phones.get(key.thing_id) ?? [] })));
  }
  return { pairs, keys };
}

const PUT_AT_ONCE = 1000;

export async function putAbout(db: Db, { pairs, keys }: Awaited<ReturnType<typeof takeAbout>>): Promise<void> {
  // Those of before are made anew by the next search.
  const whole = keys.flatMap(({ phones, ...key }) => (phones ? [{ key, phones }] : []));
  const numbers: Selectable<PhoneTable>[] = [];
  for (let at = 0; at < whole.length; at += PUT_AT_ONCE) {
    const some = whole.slice(at, at + PUT_AT_ONCE);
    const put = await tables(db)
      .insertInto("duplicates_key")
      .values(some.map(({ key }) => key))
      .onConflict((conflict) => conflict.column("thing_id").doNothing())
      .returning("thing_id")
      .execute();
    const back = new Set(put.map(({ thing_id }) => thing_id));
    for (const { key, phones } of some) {
      const { thing_id, event_id } = key;
      if (back.has(thing_id)) numbers.push(...phones.map((phone) => ({ thing_id, event_id, phone })));
    }
  }
  for (let at = 0; at < numbers.length; at += PUT_AT_ONCE) {
    await tables(db)
      .insertInto("duplicates_phone")
      .values(numbers.slice(at, at + PUT_AT_ONCE))
      .onConflict((conflict) => conflict.columns(["thing_id", "phone"]).doNothing())
      .execute();
  }
  for (let at = 0; at < pairs.length; at += PUT_AT_ONCE) {
    await tables(db)
      .insertInto("duplicates_pair")
      .values(pairs.slice(at, at + PUT_AT_ONCE))
      .onConflict((conflict) => conflict.columns(["event_id", "one_id", "other_id"]).doNothing())
      .execute();
  }
}
