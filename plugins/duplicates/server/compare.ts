// Two profiles beside each other, with what other areas keep about each and what a merge of the two would not simply move.
import { type Context, listTypesOf, type ProblemError, problem } from "#server";
import type { PairFacts } from "../contract.ts";
import { followers, notThere } from "./merge.ts";
import { thingsOf } from "./search.ts";

type Asked = Pick<Context<unknown, unknown, unknown>, "db" | "dialect" | "event" | "who" | "deps">;
type Both = Pick<PairFacts, "one" | "other" | "attached" | "notes">;

/** `gone`: what is said where one of the two is not there. */
export async function bothWhole(
  context: Asked,
  oneId: number,
  otherId: number,
  gone: () => ProblemError,
): Promise<Both> {
  const { db, dialect, event, who, deps } = context;
  const things = thingsOf(deps.offered);
  const hidden = await things.hidden(db, dialect, event, who);
  const there = (await things.many(db, event.id, [oneId, otherId])).map((thing) => things.without(thing, hidden));
  const [one, other] = [oneId, otherId].map((wanted) => there.find((thing) => thing.id === wanted));
  if (!one || !other) throw gone();
  const attached = [];
  for (const { label, count } of followers(context)) {
    const [ofOne, ofOther] = [await count(db, event.id, one.id), await count(db, event.id, other.id)];
    if (ofOne + ofOther > 0) attached.push({ label, one: ofOne, other: ofOther });
  }
  const notesOf = async (from: number, to: number) => {
    const notes = [];
    for (const { merging } of followers(context))
      notes.push(...((await merging?.(db, event.id, from, to, deps.offered)) ?? []));
    return notes;
  };
  const notes = { one: await notesOf(other.id, one.id), other: await notesOf(one.id, other.id) };
  return { one, other, attached, notes };
}

/** Two that somebody has chosen: what could never be merged is refused before anything is chosen. */
export async function compared(context: Asked, oneId: number, otherId: number): Promise<Both> {
  if (oneId === otherId) throw problem("duplicates.same");
  const both = await bothWhole(context, oneId, otherId, notThere);
  const categories = new Map(
    (await listTypesOf(context.db, context.event.id)).map((type) => [type.id, type.categoryId]),
  );
  if (categories.get(both.one.type_id) !== categories.get(both.other.type_id))
    throw problem("duplicates.categories_differ");
  return both;
}
