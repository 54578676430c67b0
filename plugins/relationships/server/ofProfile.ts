// The links of one profile, by kind, and the order in which they stand there.
import { changes, type Db, type Offers, problem, type Route, route, toldOf } from "#server";
import { type LinkOf, listLinksOf, MOST_LINKS_OF, orderLinksOf } from "../contract.ts";
import { countLinksAt } from "./linkCounts.ts";
import { thingsOf, withNames } from "./profiles.ts";
import * as repository from "./repository.ts";
import { current } from "./routes.ts";

export const profileRoutes: Route[] = [
  route(listLinksOf, async ({ db, event, params, deps }) => linksOfProfile(db, event.id, params.thingId, deps.offered)),

  route(orderLinksOf, async ({ db, event, params, body, audit, deps }) => {
    const kind = await current(db, event.id, body.kind_id);
    const mine = (links: readonly LinkOf[]) =>
      links.filter(({ kind_id, end }) => kind_id === kind.id && end === body.end);
    const names = (links: readonly LinkOf[]) => mine(links).map(({ other }) => toldOf(other));
    const before = await linksOfProfile(db, event.id, params.thingId, deps.offered);
    const known = new Set(mine(before).map(({ id }) => id));
    const ids = body.ids.filter((id) => known.has(id));
    if (ids.length > 0) await repository.placeLinks(db, kind.id, body.end, params.thingId, ids);
    const after = await linksOfProfile(db, event.id, params.thingId, deps.offered);
    const difference = changes({ order: names(before).join(", ") }, { order: names(after).join(", ") });
    if (Object.keys(difference.after).length > 0) {
      const [of] = await thingsOf(deps.offered).named(db, event.id, [params.thingId]);
      const object = { type: "event-data.thing", id: params.thingId, label: of?.name ?? "" };
      await audit({ action: "order", object, ...difference });
    }
    return after;
  }),
];

/** The first links of a profile, by kind and in their order. */
async function linksOfProfile(db: Db, eventId: number, thingId: number, offered: Offers): Promise<LinkOf[]> {
  if ((await thingsOf(offered).named(db, eventId, [thingId])).length === 0) throw problem("not_found");
  const all = await repository.listKinds(db, eventId);
  const counts = await countLinksAt(db, eventId, thingId, all);
  const links = await firstLinks(db, eventId, thingId, counts);
  const rows = new Map(links.map((link) => [link.id, link]));
  const named = (await withNames(db, eventId, links, offered)).flatMap(({ id, from, to, source }) => {
    const row = rows.get(id);
    const at = all.findIndex((kind) => kind.id === row?.kind_id);
    const kind = all[at];
    if (!row || !kind) return [];
    const end = from.id === thingId ? ("from" as const) : ("to" as const);
    const { label, labels = {} } = kind[end];
    const siblings = counts.find((one) => one.kind_id === kind.id && one.end === end)?.links ?? 1;
    const said = { label, labels, source, visible: kind.visible, siblings };
    const link: LinkOf = { id, kind_id: kind.id, end, ...said, other: end === "from" ? to : from };
    return [{ link, at, place: row[`${end}_place`] || Number.POSITIVE_INFINITY }];
  });
  // Infinity less Infinity is no number, and leaves those as they were made.
  return named.sort((one, other) => one.at - other.at || one.place - other.place || 0).map(({ link }) => link);
}

/** All links of a profile; where they are too many, as many of each kind and end, so that none is missing. */
async function firstLinks(
  db: Db,
  eventId: number,
  thingId: number,
  counts: readonly { kind_id: number; end: repository.Side; links: number }[],
) {
  const all = counts.reduce((sum, { links }) => sum + links, 0);
  if (all === 0) return [];
  // Of a kind that has been removed there may be very many still.
  const kindIds = [...new Set(counts.map(({ kind_id }) => kind_id))];
  if (all <= MOST_LINKS_OF) return repository.linksOf(db, eventId, [thingId], kindIds);
  const most = Math.max(1, Math.floor(MOST_LINKS_OF / counts.length));
  const found = [];
  for (const at of counts) found.push(...(await repository.firstLinksAt(db, eventId, thingId, at, most)));
  return found;
}
