// Profiles, from the area that has them, and how links follow a profile that is merged or leaves.
import { type Db, type Offers, sql } from "#server";
import type { Loss } from "../../event-data/contract.ts";
import { type ThingFollower, type ThingName, type Things, thingsKey } from "../../event-data/offers.ts";
import type { LinkSource } from "../contract.ts";
import { afterMerges, type LinkPlan, planLinks } from "./mergePlan.ts";
import * as repository from "./repository.ts";
import { singleEnds } from "./rules.ts";

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

interface Moved {
  /** The links of the profile that went, as they were. */
  before: repository.LinkRow[];
  /** Ids of the links that took their place. */
  made: number[];
}

/** How many are named one by one. */
const SHOWN = 5;

export const linkFollower: ThingFollower = {
  label: "relationships:title",
  count: async (db, eventId, thingId) => (await repository.linksOf(db, eventId, [thingId])).length,
  move: async (db, eventId, from, to, offered) => {
    const found = await repository.linksOf(db, eventId, [from, to]);
    const kinds = await heldKinds(db, eventId, found);
    const rows = await repository.linksOf(db, eventId, [from, to]);
    const plan = planLinks(rows, kinds, from, to);
    const left = await told(db, eventId, plan, kinds, offered);
    const before = rows.filter((link) => link.from_id === from || link.to_id === from);
    await repository.removeLinks(
      db,
      eventId,
      before.map((link) => link.id),
    );
    const added = await repository.addLinks(
      db,
      eventId,
      plan.moved.map(({ id: _, ...link }) => link),
    );
    const kept: Moved = { before, made: added.map(({ id }) => id) };
    return { count: added.length, left, kept };
  },
  moveBack: async (db, eventId, _, __, kept, offered) => {
    const { before, made } = kept as Moved;
    await repository.removeLinks(db, eventId, made);
    const there = async (ids: readonly number[]) =>
      new Set((await thingsOf(offered).named(db, eventId, ids)).map(({ id }) => id));
    return putBack(db, eventId, before, there);
  },
  drop: async (db, eventId, ids) => {
    const before = await repository.linksOf(db, eventId, ids);
    return repository.removeLinks(
      db,
      eventId,
      before.map((link) => link.id),
    );
  },
  putBack: (db, eventId, kept, { there }) => putBack(db, eventId, kept as repository.LinkRow[], there),
  merging: async (db, eventId, from, to, offered, earlier = []) => {
    const kinds = await kindsOf(db, eventId);
    const rows = await repository.linksOf(db, eventId, [from, to, ...earlier]);
    const now = afterMerges(rows, kinds, earlier, to);
    const plan = planLinks(
      now.filter((link) => [from, to].some((id) => link.from_id === id || link.to_id === id)),
      kinds,
      from,
      to,
    );
    return told(db, eventId, plan, kinds, offered);
  },
};

type Kinds = ReadonlyMap<number, repository.KindRow>;

async function kindsOf(db: Db, eventId: number): Promise<Kinds> {
  return new Map((await repository.listKinds(db, eventId)).map((kind) => [kind.id, kind]));
}

/** The kinds of some links, by which nobody else links until the end of the transaction. */
async function heldKinds(db: Db, eventId: number, links: readonly repository.LinkRow[]): Promise<Kinds> {
  const held = await repository.holdKinds(
    db,
    eventId,
    links.map(({ kind_id }) => kind_id),
  );
  return new Map(held.map((kind) => [kind.id, kind]));
}

/** What does not move in a merge, and what stays in its place. */
async function told(
  db: Db,
  eventId: number,
  { between, taken }: LinkPlan,
  kinds: Kinds,
  offered: Offers,
): Promise<Loss[]> {
  const losses: Loss[] = [];
  if (between.length > 0) losses.push({ label: "relationships:merging.between", count: between.length });
  if (taken.length === 0) return losses;
  const some = taken.slice(0, SHOWN);
  const other = (link: repository.LinkRow, side: repository.Side) => (side === "from" ? link.to_id : link.from_id);
  const ids = some.flatMap(({ link, stays, side }) => [other(link, side), other(stays, side)]);
  const names = new Map((await thingsOf(offered).named(db, eventId, ids)).map(({ id, name }) => [id, name]));
  const examples = some.map(({ link, stays, side }) => {
    const kind = kinds.get(link.kind_id);
    const name = (id: number) => names.get(id) ?? String(id);
    const values = {
      ...{ kind: kind?.name ?? "", label: kind?.[side].label ?? "" },
      ...{ stays: name(other(stays, side)), goes: name(other(link, side)) },
    };
    return { label: "relationships:merging.example", values };
  });
  return [...losses, { label: "relationships:merging.taken", count: taken.length, examples }];
}

/** Links come back whose kind and profiles are there, and whose ends nobody has taken since. */
async function putBack(
  db: Db,
  eventId: number,
  links: readonly repository.LinkRow[],
  thereOf: (ids: readonly number[]) => Promise<ReadonlySet<number>>,
): Promise<Loss[]> {
  if (links.length === 0) return [];
  const kinds = await heldKinds(db, eventId, links);
  const there = await thereOf([...new Set(links.flatMap((link) => [link.from_id, link.to_id]))]);
  let left = 0;
  for (const link of links) {
    const kind = kinds.get(link.kind_id);
    const isWhole = there.has(link.from_id) && there.has(link.to_id);
    if (!kind || !isWhole || (await isTaken(db, kind, link))) left += 1;
    else await repository.addLinks(db, eventId, [link]);
  }
  return left > 0 ? [{ label: "relationships:back", count: left }] : [];
}

async function isTaken(db: Db, kind: repository.KindRow, link: Pick<repository.LinkRow, "from_id" | "to_id">) {
  for (const side of singleEnds(kind.cardinality)) {
    const at = await repository.linksAt(db, kind.id, side, [link[`${side}_id`]]);
    if (at.some((one) => one.from_id !== link.from_id || one.to_id !== link.to_id)) return true;
  }
  return false;
}
