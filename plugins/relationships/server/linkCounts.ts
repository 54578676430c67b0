// How many links there are at some ends.
import { type Db, slowly } from "#server";
import type { Side } from "./repository.ts";
import type { RelationshipsTables } from "./tables.ts";

// SQLite takes 32 766 parameters a statement.
const AT_ONCE = 5000;

const tables = (db: Db) => db.withTables<RelationshipsTables>();

/** How many links a profile has at each end of some kinds; without those where it has none. */
export async function countLinksAt(db: Db, eventId: number, thingId: number, kinds: readonly { id: number }[]) {
  const counts: { kind_id: number; end: Side; links: number }[] = [];
  const ids = kinds.map(({ id }) => id);
  if (ids.length === 0) return counts;
  for (const end of ["from", "to"] as const) {
    const rows = await tables(db)
      .selectFrom("relationships_link")
      .select(["kind_id", ({ fn }) => fn.countAll<number>().as("links")])
      .where("event_id", "=", eventId)
      .where(`${end}_id`, "=", thingId)
      .where("kind_id", "in", ids)
      .groupBy("kind_id")
      .execute();
    counts.push(...rows.map(({ kind_id, links }) => ({ kind_id, end, links: Number(links) })));
  }
  return counts;
}

/** How many links touch each of some profiles, at either end; without those of kinds that are gone, which wait to be cleared. */
export async function countLinksOf(db: Db, eventId: number, thingIds: readonly number[]): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (let at = 0; at < thingIds.length; at += AT_ONCE) {
    const ids = thingIds.slice(at, at + AT_ONCE);
    for (const side of ["from_id", "to_id"] as const) {
      const rows = await tables(db)
        .selectFrom("relationships_link as link")
        .innerJoin("relationships_kind as kind", "kind.id", "link.kind_id")
        .select([`link.${side}`, ({ fn }) => fn.countAll<number>().as("links")])
        .where("link.event_id", "=", eventId)
        .where(`link.${side}`, "in", ids)
        .groupBy(`link.${side}`)
        .execute();
      for (const { links, ...end } of rows) {
        const id = Object.values(end)[0] as number;
        counts.set(id, (counts.get(id) ?? 0) + Number(links));
      }
    }
  }
  return counts;
}

/** Some profile that stands at an end of a kind more than once. */
export async function firstRepeated(db: Db, kindId: number, side: Side): Promise<number | undefined> {
  const repeated = tables(db)
    .selectFrom("relationships_link")
    .select(`${side}_id as id`)
    .where("kind_id", "=", kindId)
    .groupBy(`${side}_id`)
    .having((of) => of.fn.countAll(), ">", 1)
    .limit(1);
  return (await slowly(tables(db), repeated))[0]?.id;
}
