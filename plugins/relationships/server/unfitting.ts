// Links of profiles that come to be of a data type which their kinds do not allow at this end: they stay, and it is told.
import { accessCondition, isAllowed } from "#schemas/access.ts";
import { listTypesOf } from "#server";
import type { ThingFollower } from "../../event-data/offers.ts";
import { thingsOf } from "./profiles.ts";
import * as repository from "./repository.ts";
import { typesAt } from "./rules.ts";

const SIDES = ["from", "to"] as const;
/** How many are named one by one. */
const SHOWN = 8;

export const unfitting: NonNullable<ThingFollower["moving"]> = {
  label: "relationships:moving",
  of: async ({ db, eventId, offered }, before, typeId) => {
    const was = new Map(before.map(({ id, type_id }) => [id, type_id]));
    const now = new Map<number, number>();
    const links = await repository.linksOf(db, eventId, [...was.keys()]);
    if (links.length === 0) return [];
    const others = links.flatMap(({ from_id, to_id }) => [from_id, to_id]).filter((id) => !was.has(id));
    for (const { id, type_id } of await thingsOf(offered).named(db, eventId, [...new Set(others)]))
      now.set(id, type_id);
    const types = await listTypesOf(db, eventId);
    const kinds = new Map(
      (await repository.listKinds(db, eventId)).map((kind) => {
        const [from, to] = SIDES.map((side) => new Set(typesAt(kind[side], types)));
        return [kind.id, { from, to }] as const;
      }),
    );
    return links.flatMap((link) => {
      const ends = SIDES.map((side) => ({ id: link[`${side}_id`], allowed: kinds.get(link.kind_id)?.[side] }));
      // What did not fit before is no news.
      const hasFitted = ends.every(({ id, allowed }) => allowed?.has(was.get(id) ?? now.get(id) ?? 0));
      return hasFitted && ends.some(({ id, allowed }) => was.has(id) && !allowed?.has(typeId)) ? link.id : [];
    });
  },
  about: async ({ db, event, who, offered }, ids) => {
    const { accessRole, permissions } = who;
    // Who is linked with whom is for those who read links.
    if (isAllowed(accessCondition({ permissions: ["relationships"] }), { accessRole, permissions }) !== true) return {};
    const links = await repository.linksByIds(db, event.id, [...ids].sort((one, other) => one - other).slice(0, SHOWN));
    const kinds = new Map((await repository.listKinds(db, event.id)).map((kind) => [kind.id, kind.name]));
    const ends = links.flatMap(({ from_id, to_id }) => [from_id, to_id]);
    const names = new Map((await thingsOf(offered).named(db, event.id, ends)).map(({ id, name }) => [id, name]));
    const name = (id: number) => names.get(id) ?? String(id);
    const examples = links.map(({ kind_id, from_id, to_id }) => {
      const values = { kind: kinds.get(kind_id) ?? "", from: name(from_id), to: name(to_id) };
      return { label: "relationships:moving.example", values };
    });
    return { examples };
  },
};
