// Profiles that stand elsewhere in the order that an area tells than they did are told of anew: few of them before a list that asks for
// the order, the others in blocks by the turn that tidies.
import {
  besideNow,
  type Context,
  type Db,
  type Dialect,
  findTold,
  isOneOf,
  isTold,
  lackingTold,
  nextTold,
  type Offers,
  sql,
  TELLING,
  type TidyContext,
  TOLD_NONE,
  takeStale,
  tell,
  tellBy,
} from "#server";
import type { ProfileColumnOf } from "../../offers.ts";
import { type Naming, thingList } from "../list.ts";
import { columnsBeside } from "./beside.ts";
import { toldBy } from "./ordered.ts";

const BLOCK = 2000;
/** Blocks that a request waits for. */
const AWAITED = 2;

type Ordered = ProfileColumnOf & Required<Pick<ProfileColumnOf, "ordered">>;

const orderedColumns = (offered: Offers) =>
  [...columnsBeside(offered, undefined)].filter((one): one is [string, Ordered] => one[1].ordered !== undefined);

const wholeList = (db: Db, dialect: Dialect, eventId: number, offered: Offers) =>
  thingList(db, dialect, eventId, {}, offered, []);

/** Tells of a block of profiles; answers whether there may be more. */
async function settleBlock(db: Db, dialect: Dialect, eventId: number, offered: Offers, column: Ordered) {
  await dialect.lock(db as never, TELLING + eventId);
  const own = await findTold(db, eventId, column.key);
  if (!own?.isReady) return false;
  // What is noted later than this may be of groups that are not known yet: it stays noted.
  const stale = await takeStale(db, own, BLOCK);
  const list = await wholeList(db, dialect, eventId, offered);
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

/** Where a list is asked for, and how it is written there. */
interface Asking {
  read: Db;
  dialect: Dialect;
  eventId: number;
  offered: Offers;
  inTransaction: (work: (db: Db) => Promise<void>) => Promise<void>;
}

/** Before a list that is sorted by such a column: what can be told at once is. */
export async function settleAsked(asking: Asking, { sort = [] }: Naming): Promise<void> {
  const { read, dialect, eventId, offered, inTransaction } = asking;
  const named = orderedColumns(offered).filter(([field]) => sort.some((one) => one.field === field));
  for (const [, column] of named) {
    const own = await findTold(read, eventId, column.key);
    if (!own?.isReady) continue;
    const list = await wholeList(read, dialect, eventId, offered);
    if (isTold(own, toldBy(read, await column.ordered(read, dialect, eventId, list)))) continue;
    await inTransaction(async (db) => {
      for (let at = 0; at < AWAITED; at++) if (!(await settleBlock(db, dialect, eventId, offered, column))) break;
    });
  }
}

/** The same for a request that else only reads. */
export function settleNow(
  { event, dialect, quick, deps }: Pick<Context, "event" | "dialect" | "quick" | "deps">,
  question: Naming,
): Promise<void> {
  const inTransaction: Asking["inTransaction"] = (work) => besideNow(deps, work);
  return settleAsked({ read: quick, dialect, eventId: event.id, offered: deps.offered, inTransaction }, question);
}

const settling = new WeakSet<object>();

/** Once a minute, and one turn at a time. */
export async function tidyOrdered({ db, dialect, inTransaction, offered }: TidyContext): Promise<void> {
  if (settling.has(db)) return;
  settling.add(db);
  try {
    for (const [, column] of orderedColumns(offered))
      for (const { eventId } of await lackingTold(db, [column.key])) {
        let isMore: boolean;
        do isMore = await inTransaction((transaction) => settleBlock(transaction, dialect, eventId, offered, column));
        while (isMore);
      }
  } finally {
    settling.delete(db);
  }
}
