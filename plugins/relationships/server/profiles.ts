// Profiles, from the area that has them.
import { type Db, type Offers, sql } from "#server";
import { type ThingName, type Things, thingsKey } from "../../event-data/offers.ts";
import type { LinkSource } from "../contract.ts";
import type * as repository from "./repository.ts";

export function thingsOf(offered: Offers) {
  const [things] = offered(thingsKey);
  if (!things) throw new Error("The area event-data, which relationships require, offers no profiles.");
  return things;
}

/** The names of those on a circle, back to where it begins. */
export async function pathOf(things: Things, db: Db, eventId: number, circle: readonly number[]): Promise<string> {
  const ends =
    circle.length > MOST_OF_A_PATH ? [...circle.slice(0, MOST_OF_A_PATH - 1), 0, circle.at(-1) ?? 0] : circle;
  const names = new Map((await things.named(db, eventId, ends)).map(({ id, name }) => [id, name]));
  return [...ends, circle[0] ?? 0].map((id) => (id === 0 ? "…" : (names.get(id) ?? String(id)))).join(" → ");
}

const MOST_OF_A_PATH = 8;

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
    return from && to ? [{ id, from, to, source: source as LinkSource, created_at }] : [];
  });
}

/** The condition that a link's end is among profiles with these words. */
export function endHas(side: repository.Side, found: ReturnType<typeof sql>) {
  return sql<boolean>`${sql.ref(`${side}_id`)} in (${found})`;
}
