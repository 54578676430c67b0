// Rules of groups name fields and options: told, and kept true when those are called otherwise.
import { filterRenamed, optionsNamed, ownFieldName } from "#schemas/fieldMentions.ts";
import { changes } from "#server";
import type { FieldNamer, RenamingContext } from "../../event-data/offers.ts";
import type { Rule } from "../contract.ts";
import { thingsOf } from "./members.ts";
import { findGroup, type GroupRow, listRulesNaming, saveGroup } from "./repository.ts";
import { comparable, OBJECT } from "./rules.ts";

interface Renamed {
  eventId: number;
  id: number;
  before: Rule;
  after: Rule;
}

export const namesInRules: FieldNamer = {
  label: "custom-groups:naming",
  decides: true,
  named: async ({ db }, eventIds, { key, options }) => {
    const keys = options.map((option) => option.key);
    return (await listRulesNaming(db, eventIds, ownFieldName(key))).map(({ event_id, id, name, rule }) => ({
      eventId: event_id,
      name,
      path: `/event-details/${event_id}/custom-groups?id=${id}`,
      options: optionsNamed(rule.filter, key, keys),
      filters: rule.filter.filter(({ field }) => field === ownFieldName(key)),
    }));
  },
  rename: async (context, eventIds, renaming) => {
    const renamed: Renamed[] = [];
    for (const found of await listRulesNaming(context.db, eventIds, ownFieldName(renaming.key))) {
      const { event_id: eventId, id } = found;
      // Whoever saves the group in between goes first: it is looked at once more.
      for (let group: GroupRow | undefined = found; group?.rule; group = await findGroup(context.db, eventId, id)) {
        const rule: Rule = { ...group.rule, filter: filterRenamed(group.rule.filter, renaming) };
        if (JSON.stringify(rule) === JSON.stringify(group.rule)) break;
        if (!(await write(context, eventId, group, rule))) continue;
        renamed.push({ eventId, id, before: group.rule, after: rule });
        break;
      }
    }
    return renamed;
  },
  putBack: async (context, kept) => {
    for (const { eventId, id, before, after } of kept as Renamed[]) {
      for (;;) {
        const group = await findGroup(context.db, eventId, id);
        if (!group || JSON.stringify(group.rule) !== JSON.stringify(after)) break;
        if (await write(context, eventId, group, before)) break;
      }
    }
  },
};

/** Answers whether it was still the group that is known. */
async function write(context: RenamingContext, eventId: number, group: GroupRow, rule: Rule): Promise<boolean> {
  const { db, now, offered, audit } = context;
  const saved = await saveGroup(db, eventId, group, { ...group, rule }, now.toISOString());
  if (!saved) return false;
  await thingsOf(offered).noteChange(db, eventId);
  const object = { type: OBJECT, id: saved.id, label: saved.name };
  await audit({ action: "save", object, ...changes(comparable(group), comparable(saved)) }, eventId);
  return true;
}
