// What groups say of whom their members see, for the rules of the event, and where that makes one group need another.
import { listRows } from "#server";
import type { RulingGroups } from "../../data-types-permissions/offers.ts";
import type { GroupUsers } from "../offers.ts";
import { FIELD, isAskable, thingsOf } from "./members.ts";
import { rankedGroups } from "./priority.ts";
import * as groups from "./repository.ts";

// SQLite takes 32 766 parameters a statement.
const AT_ONCE = 5000;

export const rulingGroups: RulingGroups = {
  field: FIELD,
  saying: async (db, eventId) => {
    const { rule, ranked } = await rankedGroups(db, eventId);
    const known = new Set(ranked.map(({ id }) => id));
    // One that names groups which have been removed names nobody in their place.
    const among = (ids: readonly number[] | null) => ids && ids.filter((id) => known.has(id));
    const saying = ranked.filter(({ see, recommend }) => see !== null || recommend !== null);
    const said = saying.map(({ id, name, see, recommend }) => ({
      ...{ id, name, see: among(see), recommend: among(recommend) },
    }));
    return { priority: rule, groups: said };
  },

  among: async ({ db, dialect, event, offered }, groupIds, thingIds) => {
    const found = new Map<number, number[]>(thingIds.map((id) => [id, []]));
    const asked = (await groups.listGroups(db, event.id)).filter(({ id }) => groupIds.includes(id));
    for (const { group_id, thing_id } of await groups.listMemberships(db, event.id, thingIds)) {
      if (groupIds.includes(group_id)) found.get(thing_id)?.push(group_id);
    }
    const rules = asked.filter(({ rule }) => rule !== null);
    if (rules.length === 0) return found;
    const list = await thingsOf(offered).list(db, dialect, event.id, {}, offered, []);
    for (const { id, rule } of rules) {
      if (!rule || !isAskable(list, dialect, rule)) continue;
      for (let at = 0; at < thingIds.length; at += AT_ONCE) {
        const filter = [
          { field: "id", op: "in" as const, value: thingIds.slice(at, at + AT_ONCE) },
          { field: FIELD, op: "eq" as const, value: id },
        ];
        const { rows } = await listRows(db, dialect, list, { filter, limit: AT_ONCE, columns: ["id"] });
        for (const row of rows) found.get(row["id"] as number)?.push(id);
      }
    }
    return found;
  },

  untold: async ({ db, dialect, event, offered }, hidden) => {
    if (hidden.length === 0) return new Set();
    const list = await thingsOf(offered).list(db, dialect, event.id, {}, offered, hidden);
    const all = await groups.listGroups(db, event.id);
    return new Set(all.flatMap(({ id, rule }) => (rule && !isAskable(list, dialect, rule) ? [id] : [])));
  },
};

/** Groups that another one names where it says whom its members see; and the rules of the event, where a group itself says so. */
export const namedByGroups: GroupUsers = async ({ db }, eventId) =>
  (await groups.listGroups(db, eventId)).flatMap(({ id, name, see, recommend }) => {
    const path = `/event-details/${eventId}/custom-groups?id=${id}`;
    const named = [...new Set([...(see ?? []), ...(recommend ?? [])])].filter((one) => one !== id);
    const uses = named.map((groupId) => ({ groupId, label: "custom-groups:use.named", name, path }));
    if (see === null && recommend === null) return uses;
    const rules = `/event-details/${eventId}/data-types-permissions`;
    return [...uses, { groupId: id, label: "custom-groups:use.rules", name: null, path: rules }];
  });
