// What was said of two of whom one has gone into a third since: it stands with that merge, which gives it back, and holds for
// whomever they went into. Once another merge is undone it is made what it would be without that one.
import type { Db } from "#server";
import type { Before } from "./mergeTwo.ts";
import { otherOf, type Pair, type Passed, passed, passOn, takeBack } from "./passedOn.ts";
import type { takeAbout } from "./repository.ts";
import type { DuplicatesTables } from "./tables.ts";

/** The part of a merge that is about pairs. */
export const PAIRS = "duplicates:title";

type About = Awaited<ReturnType<typeof takeAbout>>;
/** What a merge keeps of the pairs of the one that went, with the fields by which the event was searched then, and what it passed on. */
export type Taken = About & { by?: string; passed?: Passed };

/** A merge that stands, by whoever went with it. */
interface Gone {
  id: number;
  who: number;
  into: number;
  before: Before;
  taken: Taken & { passed: Passed };
}

const tables = (db: Db) => db.withTables<DuplicatesTables>();

/** The part about pairs of what a merge keeps. */
export function takenIn({ moved }: Pick<Before, "moved">): Taken | undefined {
  return moved.find(({ label }) => label === PAIRS)?.kept as Taken | undefined;
}

const standing = (db: Db, eventId: number) =>
  tables(db)
    .selectFrom("duplicates_merge")
    .select(["id", "dropped_id", "kept_id", "before"])
    .where("event_id", "=", eventId)
    .where("stands", "=", 1);

async function goneInto(db: Db, eventId: number, id: number): Promise<Gone | undefined> {
  const row = await standing(db, eventId).where("dropped_id", "=", id).executeTakeFirst();
  return row && asGone(row);
}

function asGone({
  id,
  dropped_id,
  kept_id,
  before: text,
}: Awaited<ReturnType<ReturnType<typeof standing>["executeTakeFirstOrThrow"]>>): Gone | undefined {
  const before = JSON.parse(text) as Before;
  const taken = takenIn(before);
  if (!taken) return undefined;
  // Merges of before do not say what they passed on.
  taken.passed ??= { added: [], turned: [] };
  return { id, who: dropped_id, into: kept_id, before, taken: taken as Gone["taken"] };
}

async function keep(db: Db, { id, before }: Gone): Promise<void> {
  const values = { before: JSON.stringify(before) };
  await tables(db).updateTable("duplicates_merge").set(values).where("id", "=", id).execute();
}

const isOf = (pair: Pair, one: number, other: number) =>
  pair.one_id === Math.min(one, other) && pair.other_id === Math.max(one, other);

/** Two who are not kept apart any more. */
export type Two = readonly [number, number];

/**
 * Takes what was passed on to a profile out of the merges with which the others have gone, and what these passed on of it; answers
 * who else was kept apart by that.
 */
export async function unsayOfGone(db: Db, eventId: number, to: number, { added, turned }: Passed): Promise<Two[]> {
  const out: Two[] = [];
  for (const other of added) out.push(...(await unsay(db, eventId, to, other, "added")));
  for (const other of turned) out.push(...(await unsay(db, eventId, to, other, "turned")));
  return out;
}

async function unsay(db: Db, eventId: number, whose: number, other: number, how: keyof Passed): Promise<Two[]> {
  const gone = await goneInto(db, eventId, other);
  if (!gone) {
    await takeBack(db, eventId, whose, { added: [], turned: [], [how]: [other] });
    return [];
  }
  const { taken, into } = gone;
  if (how === "added") taken.pairs = taken.pairs.filter((pair) => !isOf(pair, whose, other));
  else for (const pair of taken.pairs) if (isOf(pair, whose, other)) pair.state = "open";
  const further = (["added", "turned"] as const).find((one) => taken.passed[one].includes(whose));
  if (further) taken.passed[further] = taken.passed[further].filter((id) => id !== whose);
  await keep(db, gone);
  return further ? [[whose, into], ...(await unsay(db, eventId, whose, into, further))] : [];
}

/** Pairs that are somebody's again, whose others have gone into third ones: these merges give them back, and keep those apart from here on. */
export async function sayOfGone(db: Db, eventId: number, whose: number, pairs: readonly Pair[]): Promise<void> {
  for (const pair of pairs) {
    const other = otherOf(pair, whose);
    const gone = await goneInto(db, eventId, other);
    if (!gone || gone.taken.pairs.some((one) => isOf(one, whose, other))) continue;
    gone.taken.pairs.push(pair);
    await sayOn(db, eventId, whose, pair, gone);
  }
}

/** What is said of whoever has gone is said of the one into whom they went, and kept with their merge. */
async function sayOn(db: Db, eventId: number, whose: number, pair: Pair, gone: Gone): Promise<void> {
  // The two may be one by now.
  const isSaid = pair.state === "dismissed" && gone.into !== whose;
  const how = isSaid ? await say(db, eventId, whose, pair, gone.into) : undefined;
  if (how) gone.taken.passed[how].push(whose);
  await keep(db, gone);
}

/** Keeps somebody apart from another as from the other one of a pair; answers whether there was no pair, or one to be looked at. */
async function say(db: Db, eventId: number, whose: number, pair: Pair, to: number): Promise<keyof Passed | undefined> {
  const gone = await goneInto(db, eventId, to);
  if (!gone) {
    const { added, turned } = await passOn(db, eventId, [pair], otherOf(pair, whose), to);
    return added.length > 0 ? "added" : turned.length > 0 ? "turned" : undefined;
  }
  const how = sayIn(gone, pair, whose, to);
  const said = how && gone.taken.pairs.find((one) => isOf(one, whose, to));
  if (said) await sayOn(db, eventId, whose, said, gone);
  return how;
}

/**
 * What follows by more than one merge is written by the first alone and goes with it. Of those who are not kept apart any more by
 * an undoing, the merges that stand say anew what follows from them; `areThere`: that neither of two has been removed.
 */
export async function sayAnew(
  db: Db,
  eventId: number,
  out: readonly Two[],
  areThere: (two: Two) => Promise<boolean>,
): Promise<void> {
  for (const [one, other] of out) {
    const rows = await standing(db, eventId).where("kept_id", "in", [one, other]).orderBy("id").execute();
    for (const gone of rows.flatMap((row) => asGone(row) ?? [])) {
      const from = gone.into === one ? other : one;
      const pair = gone.taken.pairs.find((each) => each.state === "dismissed" && isOf(each, gone.who, from));
      if (pair) await sayBy(db, eventId, gone, pair, areThere);
    }
  }
}

/** What a merge keeps of somebody who has gone holds for the one that they went into, wherever the pair of these two stands. */
async function sayBy(
  db: Db,
  eventId: number,
  gone: Gone,
  pair: Pair,
  areThere: (two: Two) => Promise<boolean>,
): Promise<void> {
  const other = otherOf(pair, gone.who);
  const ways = [await goneInto(db, eventId, other), await goneInto(db, eventId, gone.into)];
  const [first] = ways.flatMap((one) => one ?? []).sort((a, b) => a.id - b.id);
  if (!first && !(await areThere([other, gone.into]))) return;
  const how = first ? sayIn(first, pair, other, gone.into) : await say(db, eventId, other, pair, gone.into);
  if (!how) return;
  gone.taken.passed[how].push(other);
  await keep(db, gone);
  if (first) await keep(db, first);
}

function sayIn({ taken }: Gone, pair: Pair, one: number, other: number): keyof Passed | undefined {
  const known = taken.pairs.find((each) => isOf(each, one, other));
  if (known?.state === "dismissed") return undefined;
  if (known) known.state = "dismissed";
  else taken.pairs.push(passed(pair, one, other) as Pair);
  return known ? "turned" : "added";
}
