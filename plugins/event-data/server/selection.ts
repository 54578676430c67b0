// Which profiles a selection means: counted, or brought in blocks by id, however many there are.
import { type Db, type Dialect, eachBlock, type ListSpec, listRows, type Offers, planList } from "#server";
import type { Selection } from "../contract.ts";
import type { Hidden } from "./fields/sight.ts";
import { thingList } from "./list.ts";

/** The list of exactly the selected profiles, and the question that is left to ask of it. */
async function selectionList(
  db: Db,
  dialect: Dialect,
  eventId: number,
  selection: Selection,
  offered: Offers,
  hidden: Hidden,
) {
  if ("ids" in selection) {
    const list = await thingList(db, dialect, eventId, {}, offered, hidden);
    return { list: onlyTicked(list, selection), question: {} };
  }
  const { type, category, ...question } = selection.question;
  const list = await thingList(db, dialect, eventId, { type, category }, offered, hidden, question);
  return { list: onlyTicked(list, selection), question };
}

/** The list of no others than some of its profiles, or of all but some. */
export function onlyTicked(list: ListSpec, { ids, except = [] }: { ids?: number[]; except?: number[] }): ListSpec {
  if (!ids && except.length === 0) return list;
  // Counts of a selection are asked once, so they are not worth keeping.
  const { version: _, ...rest } = list;
  const only = ids ? [{ column: "id", in: ids }] : [];
  const without = except.length > 0 ? [{ column: "id", notIn: except }] : [];
  return { ...rest, scope: [...list.scope, ...only, ...without] };
}

/** Refuses a selection that the list would refuse, without looking for anybody. */
export async function checkSelection(
  db: Db,
  dialect: Dialect,
  eventId: number,
  selection: Selection,
  offered: Offers,
  hidden: Hidden,
): Promise<void> {
  const { list, question } = await selectionList(db, dialect, eventId, selection, offered, hidden);
  planList(list, dialect, question);
}

/** How many profiles are selected. Refuses a question that the list would refuse. */
export async function countSelected(
  db: Db,
  dialect: Dialect,
  eventId: number,
  selection: Selection,
  offered: Offers,
  hidden: Hidden,
): Promise<number> {
  const { list, question } = await selectionList(db, dialect, eventId, selection, offered, hidden);
  return (await listRows(db, dialect, list, { ...question, limit: 0 })).matched;
}

/**
 * The selected profiles in the order of their ids, in blocks that never hold them all. Rows are as the table has them
 * (`fields` is JSON text); `columns` leaves out what is not needed, and id, type and rev always come.
 * @example for await (const rows of eachSelected(read, dialect, eventId, selection, offered, hidden, { columns: ["email"] })) …
 */
export async function* eachSelected(
  db: Db,
  dialect: Dialect,
  eventId: number,
  selection: Selection,
  offered: Offers,
  hidden: Hidden,
  { columns, size = 500 }: { columns?: string[]; size?: number } = {},
): AsyncGenerator<Record<string, unknown>[]> {
  const { list, question } = await selectionList(db, dialect, eventId, selection, offered, hidden);
  const asked = { ...question, sort: [{ field: "id", direction: "asc" as const }], ...(columns ? { columns } : {}) };
  yield* eachBlock(db, dialect, list, asked, size);
}
