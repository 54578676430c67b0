// Which data types the kinds of relationships name at their ends.
import { listEventIdsOf, type TypeUse, type TypeUser } from "#server";
import { listKinds } from "./repository.ts";
import { mergeEnds } from "./typeMerge.ts";

export const typeOfKinds: TypeUser = {
  label: "relationships:typeUse",
  path: "/event-details/{eventId}/relationships",
  merging: mergeEnds,
  uses: async ({ db, app }, eventIds) => {
    const uses: TypeUse[] = [];
    for (const eventId of eventIds ?? (await listEventIdsOf(db, app.id))) {
      const kinds = await listKinds(db, eventId);
      const named = kinds.map(({ from, to }) => [...new Set([...from.types, ...to.types])]);
      for (const typeId of new Set(named.flat())) {
        uses.push({ typeId, eventId, count: named.filter((types) => types.includes(typeId)).length });
      }
    }
    return uses;
  },
};
