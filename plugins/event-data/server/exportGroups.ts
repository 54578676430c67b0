// All rows of a grouped list, group by group, as the list shows its groups.
import { groupOrder, type ListQuestion } from "#schemas/list.ts";
import { type Db, type Dialect, eachBlock, type ListSpec, listGroups, listRows } from "#server";

/** Groups that are asked for at once: each question puts all rows together anew. */
const GROUPS = 5000;

type Row = Record<string, unknown>;

/** Rows in blocks; those of small groups come together. */
export async function* eachInGroups(
  db: Db,
  dialect: Dialect,
  list: ListSpec,
  question: ListQuestion,
  group: readonly string[],
  size: number,
): AsyncGenerator<Row[]> {
  let block: Row[] = [];
  for await (const rows of eachOf(db, dialect, list, question, group, size)) {
    for (const row of rows) {
      block.push(row);
      if (block.length < size) continue;
      yield block;
      block = [];
    }
  }
  if (block.length > 0) yield block;
}

/** How many rows that are: whoever is in several sets stands in each of them. */
export async function countInGroups(
  db: Db,
  dialect: Dialect,
  list: ListSpec,
  question: ListQuestion,
  group: readonly string[],
): Promise<number> {
  const [by, ...inner] = group.filter((one) => Object.hasOwn(list.sets ?? {}, one));
  if (by === undefined) return (await listRows(db, dialect, list, { ...question, limit: 0 })).matched;
  const { filter = [], search } = question;
  let count = 0;
  for (let offset = 0; ; offset += GROUPS) {
    const asked = { by, filter: [...filter], ...(search ? { search } : {}), offset, limit: GROUPS };
    const { groups, more } = await listGroups(db, dialect, list, asked);
    for (const one of groups) {
      const within = { ...question, filter: [...filter, ...one.filter] };
      count += inner.length > 0 ? await countInGroups(db, dialect, list, within, inner) : one.count;
    }
    if (!more) return count;
  }
}

async function* eachOf(
  db: Db,
  dialect: Dialect,
  list: ListSpec,
  question: ListQuestion,
  [by, ...inner]: readonly string[],
  size: number,
): AsyncGenerator<Row[]> {
  if (by === undefined) {
    yield* eachBlock(db, dialect, list, question, size);
    return;
  }
  const { filter = [], search, sort = [] } = question;
  for (let offset = 0; ; offset += GROUPS) {
    const asked = { by, ...groupOrder(by, sort), filter: [...filter], ...(search ? { search } : {}) };
    const { groups, more } = await listGroups(db, dialect, list, { ...asked, offset, limit: GROUPS });
    for (const one of groups) {
      const within = { ...question, filter: [...filter, ...one.filter] };
      yield* eachOf(db, dialect, list, within, inner, size);
    }
    if (!more) return;
  }
}
