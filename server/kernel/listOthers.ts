// What contains a word but does not begin with it in the field of an order: it stands apart from what begins with it, all over that
// order. Found once, it serves whatever word follows, and every longer word.
import type { Db } from "./context.ts";
import type { Beginning, Plan } from "./list.ts";
import { narrowing } from "./listNarrowed.ts";
import { orderName } from "./listOrdered.ts";
import type { Version } from "./listVersion.ts";

/** Ids of what contains a word but does not begin with it. */
export interface Others {
  /** In the order of the list, and those that have not been put into it yet. */
  inOrder: readonly number[];
  more: readonly number[];
}

const kept = narrowing<{ word: string; others: Others | undefined }>();

/** Of searches for more than a word: those of its others that contain all of it. */
const keptNarrower = narrowing<{ word: string; others: Others }>();

/** Keeps the others of a word; undefined where they are many. */
export function keepOthers(db: Db, plan: Plan, begins: Beginning, others: Others | undefined, version: Version): void {
  const { word, texts } = begins;
  kept.keep(db, plan, orderName(db, plan), { texts, kept: { word, others }, version });
}

/** Keeps the others that contain whatever else is searched, for whoever types on. */
export function keepNarrower(db: Db, plan: Plan, { word }: Beginning, others: Others, version: Version): void {
  const { texts = [] } = plan;
  if (texts.length > 1) keptNarrower.keep(db, plan, orderName(db, plan), { texts, kept: { word, others }, version });
}

/** The others of a word among which all are that a search for more can find. */
export function narrowerOf(db: Db, plan: Plan, { word }: Beginning, version: Version): Others | undefined {
  const known = keptNarrower.before(db, plan, orderName(db, plan));
  return known.find((one) => one.version === version && one.kept.word === word)?.kept.others;
}

/** What is known of the words of a search as of a version. */
export function knownOf(db: Db, plan: Plan, version: Version) {
  return kept.before(db, plan, orderName(db, plan)).flatMap((one) => (one.version === version ? one.kept : []));
}

/** Whether the others are known, or those of a word that has been typed on. */
export function isKnown(db: Db, plan: Plan, { word }: Beginning, version: Version): boolean {
  const isOne = plan.texts?.length === 1;
  return knownOf(db, plan, version).some(
    (one) => one.others && (isOne ? word.startsWith(one.word) : word === one.word),
  );
}

/** Whether more is searched behind a word of which the others are known. */
export function isWordKnown(db: Db, plan: Plan, version: Version): boolean {
  return plan.begins !== undefined && plan.texts?.length !== 1 && isKnown(db, plan, plan.begins, version);
}
