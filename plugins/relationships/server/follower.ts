// How links follow a profile that is merged, leaves or comes back.
import { type Db, listTypesOf, type Offers } from "#server";
import { type Loss, summed } from "../../event-data/contract.ts";
import type { ThingFollower } from "../../event-data/offers.ts";
import { linksAtStake } from "./atStake.ts";
import { countLinksAt } from "./linkCounts.ts";
import { ancestryOf } from "./linker.ts";
import { type Ancestries, afterMerges, type LinkPlan, planLinks } from "./mergePlan.ts";
import { pathOf, thingsOf } from "./profiles.ts";
import * as repository from "./repository.ts";
import { singleEnds } from "./rules.ts";
import { unfitting } from "./unfitting.ts";

interface Moved {
  /** The links of the profile that went, as they were. */
  before: repository.LinkRow[];
  /** Ids of those of them that moved. */
  made: number[];
}

/** How many are named one by one. */
const SHOWN = 5;

export const linkFollower: ThingFollower = {
  label: "relationships:title",
  count: async (db, eventId, thingId) => {
    const counts = await countLinksAt(db, eventId, thingId, await repository.listKinds(db, eventId));
    return counts.reduce((sum, { links }) => sum + links, 0);
  },
  move: async (db, eventId, from, to, offered) => {
    // Held first, without reading the links of which a company has any number: from then on nobody else makes one.
    const held = await repository.holdKinds(db, eventId, await repository.kindsTouching(db, eventId, [from, to]));
    const kinds = new Map(held.map((kind) => [kind.id, kind]));
    const rows = await repository.linksOf(db, eventId, [from, to]);
    const plan = planLinks(rows, kinds, from, to, await ancestriesOf(db, eventId, kinds, [from, to]));
    const left = await told(db, eventId, plan, kinds, offered);
    // Those of a kind that has been removed are being cleared.
    const before = rows.filter((link) => kinds.has(link.kind_id) && (link.from_id === from || link.to_id === from));
    await repository.removeLinks(
      db,
      eventId,
      before.map((link) => link.id),
    );
    const added = await repository.addLinks(db, eventId, plan.moved);
    const kept: Moved = { before, made: added.map(({ id }) => id) };
    return { count: added.length, left, kept };
  },
  moveBack: async (db, eventId, from, _, kept, offered) => {
    const { before, made } = kept as Moved;
    const now = new Map((await repository.removeLinks(db, eventId, made)).map((link) => [link.id, link]));
    const moved = new Set(made);
    const back = before.flatMap((link) => (moved.has(link.id) ? returned(link, now.get(link.id), from) : link));
    const there = async (ids: readonly number[]) =>
      new Set((await thingsOf(offered).named(db, eventId, ids)).map(({ id }) => id));
    const left = await putBack(db, eventId, back, there);
    return summed(notBack(before.length - back.length), left);
  },
  drop: async (db, eventId, ids) => {
    const links = await repository.linksOf(db, eventId, ids);
    // Those of a kind that has been removed are being cleared.
    const kinds = await kindsOf(db, eventId);
    const own = await repository.removeLinks(
      db,
      eventId,
      links.flatMap((link) => (kinds.has(link.kind_id) ? link.id : [])),
    );
    const leaving = new Set(ids);
    // A link of two that leave goes with its first.
    return own.map((link) => [leaving.has(link.from_id) ? link.from_id : link.to_id, link]);
  },
  moving: unfitting,
  putBack: (db, eventId, kept, { there }) => putBack(db, eventId, kept as repository.LinkRow[], there),
  merging: async (db, eventId, from, to, offered, earlier = []) => {
    const kinds = await kindsOf(db, eventId);
    const ancestries = await ancestriesOf(db, eventId, kinds, [from, to, ...earlier]);
    const rows = await linksAtStake(db, [...kinds.values()], [from, to, ...earlier], ancestries);
    const now = afterMerges(rows, kinds, earlier, to, ancestries);
    const plan = planLinks(
      now.filter((link) => [from, to].some((id) => link.from_id === id || link.to_id === id)),
      kinds,
      from,
      to,
      ancestries,
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

/** Who stands above some profiles, by the kinds whose links can close a circle. */
async function ancestriesOf(db: Db, eventId: number, kinds: Kinds, ids: readonly number[]): Promise<Ancestries> {
  const types = await listTypesOf(db, eventId);
  const found = [...kinds.values()].flatMap((kind) => {
    const ancestry = ancestryOf(db, kind, types);
    return ancestry ? [[kind.id, ancestry] as const] : [];
  });
  for (const [, ancestry] of found) await ancestry.learnAbove(ids);
  return new Map(found);
}

/** What does not move in a merge, and what stays in its place. */
async function told(
  db: Db,
  eventId: number,
  { between, taken, circles }: LinkPlan,
  kinds: Kinds,
  offered: Offers,
): Promise<Loss[]> {
  const losses: Loss[] = [];
  if (between.length > 0) losses.push({ label: "relationships:merging.between", count: between.length });
  if (circles.length > 0) losses.push(await toldCircles(db, eventId, circles, kinds, offered));
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

async function toldCircles(
  db: Db,
  eventId: number,
  circles: LinkPlan["circles"],
  kinds: Kinds,
  offered: Offers,
): Promise<Loss> {
  const examples = [];
  for (const { link, circle } of circles.slice(0, SHOWN)) {
    const path = await pathOf(thingsOf(offered), db, eventId, circle);
    const values = { kind: kinds.get(link.kind_id)?.name ?? "", path };
    examples.push({ label: "relationships:merging.onCircle", values });
  }
  return { label: "relationships:merging.circle", count: circles.length, examples };
}

/** Links come back whose kind and profiles are there, whose ends nobody has taken since, and that close no circle by now. */
async function putBack(
  db: Db,
  eventId: number,
  links: readonly repository.LinkRow[],
  thereOf: (ids: readonly number[]) => Promise<ReadonlySet<number>>,
): Promise<Loss[]> {
  if (links.length === 0) return [];
  const kinds = await heldKinds(db, eventId, links);
  const types = await listTypesOf(db, eventId);
  const there = await thereOf([...new Set(links.flatMap((link) => [link.from_id, link.to_id]))]);
  let put = 0;
  for (const kind of kinds.values()) {
    const whole = links.filter((link) => link.kind_id === kind.id && there.has(link.from_id) && there.has(link.to_id));
    const free = await freeOf(db, kind, whole);
    const ancestry = ancestryOf(db, kind, types);
    await ancestry?.learn(free);
    for (let at = 0; at < free.length; at += AT_ONCE) {
      const some = free.slice(at, at + AT_ONCE).filter((link) => {
        if (ancestry?.circleOf(link)) return false;
        ancestry?.note(link);
        return true;
      });
      await repository.addLinks(db, eventId, some);
      put += some.length;
    }
  }
  return notBack(links.length - put);
}

function notBack(count: number): Loss[] {
  return count > 0 ? [{ label: "relationships:back", count }] : [];
}

/** A link that moved, with the end that moved as it was and the other as it is by now; one that is gone by now stays away. */
function returned(was: repository.LinkRow, now: repository.LinkRow | undefined, from: number): repository.LinkRow[] {
  if (!now) return [];
  const { from_id, from_place, to_id, to_place } = was;
  return [{ ...now, ...(from_id === from ? { from_id, from_place } : { to_id, to_place }) }];
}

const AT_ONCE = 1000;

/** Those whose ends nobody else has taken; of several that would take the same, the first. */
async function freeOf(db: Db, kind: repository.KindRow, links: readonly repository.LinkRow[]) {
  let free = links;
  for (const side of singleEnds(kind.cardinality)) {
    const ids = [...new Set(free.map((link) => link[`${side}_id`]))];
    const taken = new Map((await repository.linksAt(db, kind.id, side, ids)).map((one) => [one[`${side}_id`], one]));
    free = free.filter((link) => {
      const one = taken.get(link[`${side}_id`]);
      if (!one) taken.set(link[`${side}_id`], link);
      return !one || (one.from_id === link.from_id && one.to_id === link.to_id);
    });
  }
  return free;
}
