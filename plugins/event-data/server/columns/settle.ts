// Profiles that stand elsewhere in the order that an area tells than they did are told of anew: few of them before a list that asks for
// the order, the others in blocks by the turn that tidies.
import type { ListSort } from "#schemas/list.ts";
import {
  besideNow,
  type Context,
  type Db,
  type Dialect,
  findTold,
  isOneOf,
  isTold,
  type ListSpec,
  lackingTold,
  nextTold,
  type Offers,
  pause,
  sql,
  TELLING,
  type TidyContext,
  TOLD_NONE,
  takeStale,
  tell,
  tellBy,
  toldByRules,
} from "#server";
import type { ProfileColumnOf } from "../../offers.ts";
import { type Naming, thingList } from "../list.ts";
import { columnsBeside } from "./beside.ts";
import { toldBy } from "./ordered.ts";

/** Profiles a transaction, which on SQLite holds up everybody else. */
const BLOCK = 250;
/** Blocks that a request waits for. */
const AWAITED = 16;

type Ordered = ProfileColumnOf & Required<Pick<ProfileColumnOf, "ordered">>;

const orderedColumns = (offered: Offers) =>
  [...columnsBeside(offered, undefined)].filter((one): one is [string, Ordered] => one[1].ordered !== undefined);

/** Where a list is asked for, and how it is written there. */
interface Asking {
  read: Db;
  dialect: Dialect;
  eventId: number;
  offered: Offers;
  inTransaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
}

const wholeList = ({ read, dialect, eventId, offered }: Asking) => thingList(read, dialect, eventId, {}, offered, []);

/** Tells of so many blocks of profiles, each in a transaction of its own. */
async function settle(asking: Asking, column: Ordered, most: number): Promise<void> {
  const list = await wholeList(asking);
  const giveWay = pause();
  for (let at = 0; at < most; at++) {
    if (!(await asking.inTransaction((db) => settleBlock(db, asking, column, list)))) break;
    await giveWay();
  }
}

/** Tells of a block; answers whether there may be more. What the list knows of fields may be older: that is told anew later. */
async function settleBlock(
  db: Db,
  { dialect, eventId }: Pick<Asking, "dialect" | "eventId">,
  column: Ordered,
  list: ListSpec,
): Promise<boolean> {
  await dialect.lock(db as never, TELLING + eventId);
  const own = await findTold(db, eventId, column.key);
  if (!own?.isReady) return false;
  const isRule = (await column.ordered(db, dialect, eventId, list)).some((one) => one.isRule);
  if (isRule && !own.reads) await waitForWriters(db, dialect);
  // What is noted later than this may be of groups that are not known yet: it stays noted.
  const stale = await takeStale(db, own, BLOCK);
  const places = await column.ordered(db, dialect, eventId, list);
  const told = await tellBy(db, own, toldBy(db, places));
  const ids = stale.length > 0 ? stale : await nextTold(db, own, BLOCK);
  const cases = places.map(({ where }, at) => sql`when ${where} then ${sql.lit(told[at]?.at ?? TOLD_NONE)}`);
  const none = sql.lit(TOLD_NONE);
  const place = cases.length > 0 ? sql`case ${sql.join(cases, sql` `)} else ${none} end` : none;
  const found = sql`select event_data_thing.id as id, ${place} as place from event_data_thing
    where event_data_thing.event_id = ${eventId} and ${isOneOf(dialect.kind, "event_data_thing.id", ids)}`;
  await tell(db, dialect.kind, own, ids, found);
  const after = await findTold(db, eventId, column.key);
  return after !== undefined && (after.stale > 0 || after.after !== null);
}

/** Whoever has written what rules read ends first: they did not note it, since nothing read it yet. Whoever comes waits, and notes. */
async function waitForWriters(db: Db, dialect: Dialect): Promise<void> {
  if (dialect.kind === "sqlite") return;
  await sql`lock table event_data_thing, core_beside_value in share mode`.execute(db);
}

/** Before a list that is sorted by such a column: what can be told at once is. */
export async function settleAsked(asking: Asking, { sort = [] }: Naming): Promise<void> {
  const { read, dialect, eventId, offered } = asking;
  const named = orderedColumns(offered).filter(([field]) => sort.some((one) => one.field === field));
  for (const [, column] of named) {
    const own = await findTold(read, eventId, column.key);
    if (!own?.isReady) continue;
    const places = await column.ordered(read, dialect, eventId, await wholeList(asking));
    if (!isTold(own, toldBy(read, places))) await settle(asking, column, AWAITED);
  }
}

/** Tells of all at once. */
export async function settleAll(asking: Asking): Promise<void> {
  for (const [, column] of orderedColumns(asking.offered)) await settleWhole(asking, column);
}

/** What is told before a list, for a request that else only reads. */
export function settleNow(
  { event, dialect, quick, deps }: Pick<Context, "event" | "dialect" | "quick" | "deps">,
  question: Naming,
): Promise<void> {
  const inTransaction: Asking["inTransaction"] = (work) => besideNow(deps, work);
  return settleAsked({ read: quick, dialect, eventId: event.id, offered: deps.offered, inTransaction }, question);
}

/** What is left of a sort that need not be told first. */
export const withoutOrdered = (offered: Offers, sort: readonly ListSort[] = []) => {
  const told = new Set(orderedColumns(offered).map(([field]) => field));
  return sort.filter(({ field }) => !told.has(field));
};

const settling = new WeakSet<object>();

/** Databases whose rules have been looked at since this process has them: another release or another database writes them otherwise. */
const lookedAt = new WeakSet<object>();

/** Once a minute, and one turn at a time. */
export async function tidyOrdered({ db, dialect, inTransaction, offered }: TidyContext): Promise<void> {
  if (settling.has(db)) return;
  settling.add(db);
  const isFirst = !lookedAt.has(db);
  try {
    for (const [, column] of orderedColumns(offered)) {
      const lacking = await lackingTold(db, [column.key]);
      const others = isFirst ? await toldByRules(db, column.key) : [];
      for (const { eventId } of lacking)
        await settleWhole({ read: db, dialect, eventId, offered, inTransaction }, column);
      for (const own of others) {
        const asking = { read: db, dialect, eventId: own.eventId, offered, inTransaction };
        const places = await column.ordered(db, dialect, own.eventId, await wholeList(asking));
        if (!isTold(own, toldBy(db, places))) await settleWhole(asking, column);
      }
    }
    lookedAt.add(db);
  } finally {
    settling.delete(db);
  }
}

const settleWhole = (asking: Asking, column: Ordered) => settle(asking, column, Number.POSITIVE_INFINITY);
