// Who was kept apart from a profile is kept apart from the one that it goes into, until that merge is undone. What was said of
// whoever has gone into a third one since goes along with that merge (`chain.ts`).
import type { Selectable } from "kysely";
import { type Db, sql } from "#server";
import { NONE_LEFT } from "./repository.ts";
import type { DuplicatesTables, PairTable } from "./tables.ts";

export type Pair = Selectable<PairTable>;

/** What a merge has written for the one that stays, by the others of its pairs. */
export interface Passed {
  /** With whom there was no pair. */
  added: number[];
  /** With whom there was one to be looked at. */
  turned: number[];
}

const tables = (db: Db) => db.withTables<DuplicatesTables>();

export const otherOf = ({ one_id, other_id }: Pick<Pair, "one_id" | "other_id">, id: number) =>
  one_id === id ? other_id : one_id;

/**
 * A pair as it is for another profile in the place of one of the two. Why the one was suspected need not hold for the other: the
 * next search tells what does.
 */
export function passed({ id: _, ...pair }: Pair, other: number, to: number): Omit<Pair, "id"> {
  const untold = { score: NONE_LEFT, reasons: "[]", state: "dismissed" };
  return { ...pair, ...untold, one_id: Math.min(to, other), other_id: Math.max(to, other) };
}

/** The pairs of a profile with some others. */
function withThose(id: number, others: readonly number[]) {
  const list = sql.join(others.length > 0 ? others : [0]);
  return sql<boolean>`((one_id = ${id} and other_id in (${list})) or (other_id = ${id} and one_id in (${list})))`;
}

/** `pairs`: those of `from`, which are taken away already. */
export async function passOn(
  db: Db,
  eventId: number,
  pairs: readonly Pair[],
  from: number,
  to: number,
): Promise<Passed> {
  const apart = pairs.filter((pair) => pair.state === "dismissed" && otherOf(pair, from) !== to);
  if (apart.length === 0) return { added: [], turned: [] };
  const others = apart.map((pair) => otherOf(pair, from));
  const standing = await tables(db)
    .selectFrom("duplicates_pair")
    .select(["one_id", "other_id", "state"])
    .where("event_id", "=", eventId)
    .where(withThose(to, others))
    .execute();
  const states = new Map(standing.map((pair) => [otherOf(pair, to), pair.state]));
  const fresh = apart.filter((pair) => !states.has(otherOf(pair, from)));
  const turned = others.filter((other) => states.get(other) === "open");
  if (fresh.length > 0)
    await tables(db)
      .insertInto("duplicates_pair")
      .values(fresh.map((pair) => passed(pair, otherOf(pair, from), to)))
      .execute();
  await setState(db, eventId, to, turned, "dismissed");
  return { added: fresh.map((pair) => otherOf(pair, from)), turned };
}

/** What was passed on to a profile goes with the merge. */
export async function takeBack(db: Db, eventId: number, to: number, { added, turned }: Passed): Promise<void> {
  await tables(db).deleteFrom("duplicates_pair").where("event_id", "=", eventId).where(withThose(to, added)).execute();
  await setState(db, eventId, to, turned, "open");
}

async function setState(db: Db, eventId: number, id: number, others: readonly number[], state: string): Promise<void> {
  await tables(db)
    .updateTable("duplicates_pair")
    .set({ state })
    .where("event_id", "=", eventId)
    .where(withThose(id, others))
    .execute();
}
