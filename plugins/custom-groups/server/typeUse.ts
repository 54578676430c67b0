// Which data types the rules of groups name.
import { listEventIdsOf, type TypeUse, type TypeUser } from "#server";
import type { Rule } from "../contract.ts";
import { listGroups } from "./repository.ts";
import { mergeInRules } from "./typeMerge.ts";

export const typeOfGroups: TypeUser = {
  label: "custom-groups:typeUse",
  path: "/event-details/{eventId}/custom-groups",
  merging: mergeInRules,
  uses: async ({ db, app }, eventIds) => {
    const uses: TypeUse[] = [];
    for (const eventId of eventIds ?? (await listEventIdsOf(db, app.id))) {
      const named = (await listGroups(db, eventId)).map(({ rule }) => typesIn(rule));
      for (const typeId of new Set(named.flat())) {
        uses.push({ typeId, eventId, count: named.filter((types) => types.includes(typeId)).length });
      }
    }
    return uses;
  },
};

export function typesIn(rule: Rule | null): number[] {
  const values = (rule?.filter ?? []).filter(({ field }) => field === "type_id").flatMap(({ value }) => value);
  return [...new Set(values.map(Number))].filter((id) => Number.isInteger(id) && id > 0);
}
