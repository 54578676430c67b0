// Views that are shared come along when an event is copied; where their filters name sets of profiles, such as custom groups, they
// name those of the copy.
import type { ListFilter } from "#schemas/list.ts";
import { type Db, type EventCopying, listTypesOf } from "#server";
import { thingSetsKey } from "../../offers.ts";
import { queryFiltered } from "./naming.ts";
import { createView, listShared } from "./repository.ts";

const OF_TYPE = "type.";

type Copying = Parameters<EventCopying["copy"]>[0];
type Ids = ReadonlyMap<number, number>;

export const copyViews = async ({ db, from, to, offered }: Copying): Promise<void> => {
  const sets = new Map<string, Ids>();
  for (const { field, list } of offered(thingSetsKey)) sets.set(field, await copiedSets(db, list, from, to));
  const types = new Set((await listTypesOf(db, to)).map(({ id }) => `${OF_TYPE}${id}`));
  for (const { list, user_id, owner, name, query } of await listShared(db, from)) {
    // The list of a type that has left the event is in no copy.
    if (list.startsWith(OF_TYPE) && !types.has(list)) continue;
    const own = queryFiltered(query, new URLSearchParams(query), (filter) => filter.map((one) => inCopy(one, sets)));
    await createView(db, { event_id: to, list, user_id, owner }, { name, shared: true, query: own });
  }
};

/** The sets of the copy by those of its original: no two of an event have one name. */
async function copiedSets(
  db: Db,
  list: (db: Db, eventId: number) => Promise<readonly { id: number; name: string }[]>,
  from: number,
  to: number,
): Promise<Ids> {
  const made = new Map((await list(db, to)).map(({ id, name }) => [name, id]));
  return new Map((await list(db, from)).flatMap(({ id, name }) => (made.has(name) ? [[id, made.get(name) ?? 0]] : [])));
}

/** A filter as the copy says the same; a set that is gone from the original stays what it is, and is told as gone there, too. */
function inCopy(filter: ListFilter, sets: ReadonlyMap<string, Ids>): ListFilter {
  const ids = sets.get(filter.field);
  if (!ids || filter.op === "empty" || filter.value === undefined) return filter;
  const own = <V>(value: V): V | number => (value === "" ? value : (ids.get(Number(value)) ?? value));
  const { value } = filter;
  return { ...filter, value: (Array.isArray(value) ? value.map(own) : own(value)) as NonNullable<typeof value> };
}
