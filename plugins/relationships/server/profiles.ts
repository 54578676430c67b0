// Profiles, from the area that has them, and how links follow a profile that is merged or leaves.
import { type Db, type Offers, sql } from "#server";
import { type ThingFollower, type ThingName, thingsKey } from "../../event-data/offers.ts";
import * as repository from "./repository.ts";
import { singleEnds } from "./rules.ts";

export function thingsOf(offered: Offers) {
  const [things] = offered(thingsKey);
  if (!things) throw new Error("The area event-data, which relationships require, offers no profiles.");
  return things;
}

/** A profile as this area's replies show it. */
export function shown({ id, name, company_name, type_id }: ThingName) {
  return { id, name, company_name, type_id };
}

/** Links with the names of both profiles; one whose profile is gone is left out. */
export async function withNames(db: Db, eventId: number, links: readonly repository.LinkRow[], offered: Offers) {
  const ids = links.flatMap((link) => [link.from_id, link.to_id]);
  const named = await thingsOf(offered).named(db, eventId, ids);
  const byId = new Map(named.map((thing) => [thing.id, shown(thing)]));
  return links.flatMap(({ id, from_id, to_id, source, created_at }) => {
    const [from, to] = [byId.get(from_id), byId.get(to_id)];
    return from && to ? [{ id, from, to, source: source as "hand" | "import", created_at }] : [];
  });
}

/** The condition that a link's end is among profiles with these words. */
export function endHas(side: repository.Side, found: ReturnType<typeof sql>) {
  return sql<boolean>`${sql.ref(`${side}_id`)} in (${found})`;
}

interface Moved {
  /** The links of the profile that went, as they were. */
  before: repository.LinkRow[];
  /** Ids of the links that took their place. */
  made: number[];
}

export const linkFollower: ThingFollower = {
  label: "relationships:title",
  count: async (db, eventId, thingId) => (await repository.linksOf(db, eventId, [thingId])).length,
  move: async (db, eventId, from, to): Promise<Moved> => {
    const before = await repository.linksOf(db, eventId, [from]);
    await repository.removeLinks(
      db,
      eventId,
      before.map((link) => link.id),
    );
    const kinds = new Map((await repository.listKinds(db, eventId)).map((kind) => [kind.id, kind]));
    const made: number[] = [];
    for (const { id: _, ...link } of before) {
      const moved = {
        ...link,
        from_id: link.from_id === from ? to : link.from_id,
        to_id: link.to_id === from ? to : link.to_id,
      };
      const kind = kinds.get(link.kind_id);
      // The two may have been linked to each other, and an end that takes one link keeps the one it has.
      if (!kind || moved.from_id === moved.to_id || (await isTaken(db, kind, moved))) continue;
      made.push(...(await repository.addLinks(db, eventId, [moved])).map((row) => row.id));
    }
    return { before, made };
  },
  moveBack: async (db, eventId, _, __, kept) => {
    const { before, made } = kept as Moved;
    await repository.removeLinks(db, eventId, made);
    await putBack(db, eventId, before);
  },
  drop: async (db, eventId, ids) => {
    const before = await repository.linksOf(db, eventId, ids);
    return repository.removeLinks(
      db,
      eventId,
      before.map((link) => link.id),
    );
  },
  putBack: (db, eventId, kept) => putBack(db, eventId, kept as repository.LinkRow[]),
};

async function isTaken(db: Db, kind: repository.KindRow, link: Pick<repository.LinkRow, "from_id" | "to_id">) {
  for (const side of singleEnds(kind.cardinality)) {
    if ((await repository.linksAt(db, kind.id, side, [link[`${side}_id`]])).length > 0) return true;
  }
  return false;
}

/** Links come back under the kinds that are still there. */
async function putBack(db: Db, eventId: number, links: readonly repository.LinkRow[]): Promise<void> {
  const there = new Set((await repository.listKinds(db, eventId)).map((kind) => kind.id));
  await repository.addLinks(
    db,
    eventId,
    links.filter((link) => there.has(link.kind_id)),
  );
}
