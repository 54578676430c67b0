// One data type becomes another: the rules of groups that name it.
import type { ListFilter } from "#schemas/list.ts";
import { changes, type Db, type TypeMerging, type TypePair } from "#server";
import { listGroups, saveGroup } from "./repository.ts";
import { OBJECT } from "./rules.ts";

const isAbout = ({ field }: ListFilter) => field === "type_id";
const listOf = ({ value }: ListFilter) => [value].flat().map(Number);

export const mergeInRules: TypeMerging = {
  effects: async (db, { eventIds, from, to }) => {
    const effects = [];
    for (const eventId of eventIds) {
      const count = (await listGroups(db, eventId)).filter(({ rule }) =>
        rule?.filter.some((one) => isAbout(one) && listOf(one).includes(from) && !listOf(one).includes(to)),
      ).length;
      if (count > 0) effects.push({ label: "custom-groups:typeMerge", eventId, count });
    }
    return effects;
  },
  join: (db, pair, merging) =>
    each(db, pair, merging, (one) => {
      const ids = listOf(one);
      if (!ids.includes(pair.from) || ids.includes(pair.to)) return one;
      // Whoever was meant by one type is meant by one of two; whoever was not, by neither, which asks for both.
      if (one.op === "eq" || one.op === "in") return { ...one, op: "in", value: [...ids, pair.to] };
      return one;
    }),
  leave: (db, pair, merging) =>
    each(db, pair, merging, (one) => {
      const ids = listOf(one);
      if (!ids.includes(pair.from)) return one;
      const rest = [...new Set(ids.map((id) => (id === pair.from ? pair.to : id)))];
      return { ...one, value: Array.isArray(one.value) ? rest : (rest[0] as number) };
    }),
};

async function each(
  db: Db,
  { eventIds }: TypePair,
  { now, audit }: Parameters<NonNullable<TypeMerging["join"]>>[2],
  change: (one: ListFilter) => ListFilter,
): Promise<void> {
  for (const eventId of eventIds) {
    for (const group of await listGroups(db, eventId)) {
      if (!group.rule) continue;
      const rule = { ...group.rule, filter: group.rule.filter.map((one) => (isAbout(one) ? change(one) : one)) };
      const difference = changes({ rule: group.rule }, { rule });
      if (Object.keys(difference.after).length === 0) continue;
      await saveGroup(db, eventId, group, { ...group, rule }, now.toISOString());
      await audit(
        db,
        { action: "save", object: { type: OBJECT, id: group.id, label: group.name }, ...difference },
        eventId,
      );
    }
  }
}
