// Columns by which lists are sorted in an order that an area tells, such as that of groups: along the places that the database keeps
// once they are true of all profiles.
import { createHash } from "node:crypto";
import {
  besideOrder,
  type Db,
  type Dialect,
  findTold,
  isLongToTell,
  isTold,
  type KeptOrder,
  type ListField,
  type ListSpec,
  type Offers,
  sql,
  TOLD_NONE,
  type ToldBy,
} from "#server";
import type { PlacedBy } from "../../offers.ts";
import type { Hidden } from "../fields/sight.ts";
import { columnsBeside } from "./beside.ts";
import { inWork } from "./kept.ts";

/** Which of them there are, and by what rules, in few signs. */
export function toldBy(db: Db, places: readonly PlacedBy[]): ToldBy[] {
  return places.map(({ id, where, isRule }) => ({ id, how: isRule ? signOf(db, where) : "" }));
}

function signOf(db: Db, where: PlacedBy["where"]): string {
  const { sql: text, parameters } = where.compile(db);
  return createHash("sha256")
    .update(JSON.stringify([text, parameters]))
    .digest("base64url")
    .slice(0, 16);
}

const isSameOrder = (one: readonly ToldBy[], other: readonly ToldBy[]) => JSON.stringify(one) === JSON.stringify(other);

/** Of the columns of an event those that somebody may sort by, and those that are just being put in order. */
export async function orderedFor(
  db: Db,
  dialect: Dialect,
  eventId: number,
  offered: Offers,
  hidden: Hidden,
  listOf: (hidden: Hidden) => Promise<ListSpec>,
): Promise<{ sorted: ReadonlySet<string>; inWork: ReadonlySet<string> }> {
  const [sorted, work] = [new Set<string>(), new Set<string>()];
  for (const [field, { key, ordered }] of columnsBeside(offered, hidden.by)) {
    if (!ordered) continue;
    const byOf = async (of: Hidden) => toldBy(db, await ordered(db, dialect, eventId, await listOf(of)));
    if (!isSameOrder(await byOf(hidden), await byOf([]))) continue;
    const own = await findTold(db, eventId, key);
    if (own && isLongToTell(own)) work.add(field);
    else sorted.add(field);
  }
  return { sorted, inWork: work };
}

/**
 * The columns as fields of a list. Who does not see all that decides is not told the order; while profiles wait to be told of,
 * a question that names it is refused. `whole` makes the list of who sees everything.
 */
export async function orderedBeside(
  db: Db,
  dialect: Dialect,
  eventId: number,
  offered: Offers,
  hidden: Hidden,
  list: ListSpec,
  isNamed: (field: string) => boolean,
  whole: () => Promise<ListSpec>,
): Promise<{ fields: Record<string, ListField>; kept: Record<string, KeptOrder> }> {
  const fields: Record<string, ListField> = {};
  const kept: Record<string, KeptOrder> = {};
  for (const [field, { key, ordered }] of columnsBeside(offered, hidden.by)) {
    if (!ordered || !isNamed(field)) continue;
    const own = await findTold(db, eventId, key);
    const by = toldBy(db, await ordered(db, dialect, eventId, list));
    const isPart = hidden.length > 0 || (list.lacks?.length ?? 0) > 0;
    if (isPart && !isSameOrder(by, toldBy(db, await ordered(db, dialect, eventId, await whole())))) continue;
    if (own && !isTold(own, by)) throw inWork();
    const none = sql`cast(${sql.lit(TOLD_NONE)} as double precision)`;
    const expression = own
      ? sql`(select of_number from core_beside_value where of_column = ${own.id} and thing_id = event_data_thing.id)`
      : none;
    fields[field] = { column: field, kind: "number", expression, filterable: false };
    if (own) kept[field] = besideOrder(own.id);
  }
  return { fields, kept };
}
