// Columns of other areas as fields of lists: filtered, sorted and grouped by along the orders that the database keeps of them.
import {
  besideCome,
  besideOrder,
  type Db,
  type KeptBeside,
  type KeptOrder,
  type ListField,
  lackingBeside,
  listBeside,
  listTypesOf,
  type Offers,
  problem,
  readyBeside,
  sql,
  stopBeside,
  type TidyContext,
  zoneOf,
} from "#server";
import { BESIDE } from "../../contract.ts";
import { type Filling, inBlocks } from "../fields/blocks.ts";
import type { Hidden } from "../fields/sight.ts";
import { besideRows } from "../migrations/0178_beside.ts";
import { noteChange } from "../repository.ts";
import { columnsBeside, holdersOf, seenBeside } from "./beside.ts";

/** Profiles a block. */
const BLOCK = 2000;

/** The columns whose orders are kept, as somebody may know them: those that are being put in order are none of the list yet. */
export async function keptBeside(
  db: Db,
  eventId: number,
  offered: Offers,
  hidden: Hidden,
  /** Whether it could be that a question names it, or that it does. */
  isNamed: (field: string) => boolean,
  isAsked: (field: string) => boolean,
) {
  const all = [...columnsBeside(offered, undefined)].filter(([, one]) => one.kept === true);
  const fields: Record<string, ListField> = {};
  const kept: Record<string, KeptOrder> = {};
  if (!all.some(([field]) => isNamed(field))) return undefined;
  const seen = await seenBeside(db, eventId, offered, hidden);
  const known = new Map((await listBeside(db, eventId)).map((one) => [one.key, one]));
  const isDated = all.some(([field, { kind }]) => kind === "date" && isNamed(field));
  const zone = isDated ? await zoneOf(db, eventId) : "UTC";
  const isOfSome = all.some(([field, { categories }]) => categories && isNamed(field));
  const types = isOfSome ? await listTypesOf(db, eventId) : [];
  for (const [field, column] of all) {
    const { key, kind } = column;
    const own = known.get(key);
    if (!seen.has(field)) continue;
    if (own && !own.isReady) {
      if (isAsked(field)) throw inWork();
      continue;
    }
    const expression = kind === "number" ? numberOf(own) : textOf(own);
    const ids = holdersOf(column, types);
    const holders = ids && [isOfType(ids)];
    fields[field] = { column: field, kind, expression, ...(holders && { holders }), ...(kind === "date" && { zone }) };
    if (own) kept[field] = besideOrder(own.id, kind === "date" ? { days: zone } : {});
  }
  const lacks = all.flatMap(([field]) => (Object.hasOwn(fields, field) ? [] : [field]));
  return { fields, kept, lacks };
}

export const inWork = () =>
  problem("invalid", {
    message: "This column is just being put in order; ask again in a minute",
    text: "event-data:problem.inWork",
  });

const isOfType = (ids: readonly number[]) =>
  ids.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`event_data_thing.type_id in (${sql.join([...ids])})`;

/** Before an area has anything to tell in an event, nobody has any. */
function numberOf(own: KeptBeside | undefined) {
  if (!own) return sql`cast(0 as double precision)`;
  return sql`(select of_number from core_beside_value where of_column = ${own.id} and thing_id = event_data_thing.id)`;
}

function textOf(own: KeptBeside | undefined) {
  if (!own) return sql`cast('' as text)`;
  return sql`coalesce((select of_text from core_beside_value where of_column = ${own.id} and thing_id = event_data_thing.id), '')`;
}

/** The columns of an event that are just being put in order. */
export async function besideInWork(db: Db, eventId: number): Promise<ReadonlySet<string>> {
  return new Set((await listBeside(db, eventId)).flatMap(({ key, isReady }) => (isReady ? [] : [BESIDE + key])));
}

/** Puts the profiles of events into the orders of columns that have begun since: in blocks, so that nobody is held up. */
export async function fillBeside(filling: Filling, read: Db, only?: number): Promise<void> {
  for (const [eventId, ids] of await lackingBeside(read, only)) await fill(filling, eventId, ids);
}

async function fill(filling: Filling, eventId: number, ids: readonly number[]): Promise<void> {
  const { dialect, inTransaction } = filling;
  let after = 0;
  await inBlocks(filling, async (db) => {
    // Whoever takes profiles out or puts some in ends first, and whoever counts anew.
    await noteChange(db, eventId);
    await stopBeside(db, dialect, eventId);
    const block = `(select * from event_data_thing where event_id = ${eventId} and id > ${after} order by id limit ${BLOCK})`;
    const { rows } = await sql<{ last: number | null }>`select max(id) as last from ${sql.raw(block)} as block`.execute(
      db,
    );
    const isOf = `c.id in (${ids.join(", ")})`;
    const put =
      dialect.kind === "sqlite"
        ? besideCome(`select id, event_id, type_id, status, country from ${block} as t`, isOf)
        : [besideRows(`${block} t`, `and ${isOf}`)];
    for (const statement of put) await sql.raw(statement).execute(db);
    after = Number(rows[0]?.last ?? 0);
    return after;
  });
  await inTransaction(async (db) => {
    await readyBeside(db, eventId, ids);
    await dialect.analyze(db as never, ["core_beside_value"]);
    return 0;
  });
}

const filling = new WeakSet<object>();

/** Once a minute, and one turn at a time. */
export async function tidyBeside({ db, dialect, inTransaction }: TidyContext): Promise<void> {
  if (filling.has(db)) return;
  filling.add(db);
  try {
    await fillBeside({ dialect, inTransaction }, db);
  } finally {
    filling.delete(db);
  }
}
