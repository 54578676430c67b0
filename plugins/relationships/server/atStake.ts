// Which links can be lost where profiles become one, found without reading the others, of which a company has any number.
import type { Db } from "#server";
import type { Ancestries } from "./mergePlan.ts";
import { type KindRow, LINK, type LinkRow, linksAt, type Side } from "./repository.ts";
import { singleEnds } from "./rules.ts";
import type { RelationshipsTables } from "./tables.ts";

/**
 * The links of some profiles that a merge of them may not move, in the order in which they were made: those with each other, those
 * at an end that takes one only, and those to somebody who stands above one of them.
 */
export async function linksAtStake(
  db: Db,
  kinds: readonly KindRow[],
  ids: readonly number[],
  ancestries: Ancestries,
): Promise<LinkRow[]> {
  const kindIds = kinds.map(({ id }) => id);
  const found = await linksBetween(db, kindIds, { from: ids, to: ids });
  for (const { id, cardinality } of kinds) {
    for (const side of singleEnds(cardinality)) found.push(...(await linksAt(db, id, side, ids)));
    const above = ancestries.get(id)?.below ?? [];
    found.push(...(await linksBetween(db, [id], { from: ids, to: above })));
    found.push(...(await linksBetween(db, [id], { from: above, to: ids })));
  }
  return [...new Map(found.map((link) => [link.id, link])).values()].sort((one, other) => one.id - other.id);
}

/** Links of some kinds from one of some profiles to one of others. */
async function linksBetween(
  db: Db,
  kindIds: readonly number[],
  ends: Readonly<Record<Side, readonly number[]>>,
): Promise<LinkRow[]> {
  if ([kindIds, ends.from, ends.to].some((ids) => ids.length === 0)) return [];
  return db
    .withTables<RelationshipsTables>()
    .selectFrom("relationships_link")
    .select(LINK)
    .where("kind_id", "in", [...kindIds])
    .where("from_id", "in", [...ends.from])
    .where("to_id", "in", [...ends.to])
    .execute();
}
