// One data type becomes another: the rules of groups that name it.
import { filterGains, filterJoined, filterLeft } from "#schemas/typeMentions.ts";
import { changes, type Db, type TypeMerging, type TypePair } from "#server";
import { findGroup, type GroupRow, listGroups, saveGroup } from "./repository.ts";
import { OBJECT } from "./rules.ts";

export const mergeInRules: TypeMerging = {
  effects: async (db, pair) => {
    const effects = [];
    for (const eventId of pair.eventIds) {
      const count = (await listGroups(db, eventId)).filter(({ rule }) => rule && filterGains(rule.filter, pair)).length;
      if (count > 0) effects.push({ label: "custom-groups:typeMerge", eventId, count });
    }
    return effects;
  },
  join: (db, pair, merging) => each(db, pair, merging, filterJoined),
  leave: (db, pair, merging) => each(db, pair, merging, filterLeft),
};

async function each(
  db: Db,
  pair: TypePair,
  { now, audit }: Parameters<NonNullable<TypeMerging["join"]>>[2],
  change: typeof filterJoined,
): Promise<void> {
  for (const eventId of pair.eventIds) {
    for (const found of await listGroups(db, eventId)) {
      // Whoever saves the group in between goes first: it is looked at once more.
      for (let group: GroupRow | undefined = found; group?.rule; group = await findGroup(db, eventId, found.id)) {
        const rule: GroupRow["rule"] = { ...group.rule, filter: change(group.rule.filter, pair) };
        const difference = changes({ rule: group.rule }, { rule });
        if (Object.keys(difference.after).length === 0) break;
        if (!(await saveGroup(db, eventId, group, { ...group, rule }, now.toISOString()))) continue;
        const object = { type: OBJECT, id: group.id, label: group.name };
        await audit(db, { action: "save", object, ...difference }, eventId);
        break;
      }
    }
  }
}
