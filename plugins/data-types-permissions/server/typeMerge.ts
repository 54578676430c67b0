// What events say of a data type that becomes another is no longer said: what they say of the other holds.
import { listTypesInEvent, type TypeUser } from "#server";
import { findRules } from "./repository.ts";

/** Nothing here keeps a type from being removed: what is said of one that has gone is passed over. */
export const rulesOfTypes: TypeUser = {
  label: "data-types-permissions:typeMerge",
  path: "/event-details/{eventId}/data-types-permissions",
  uses: async () => [],
  merging: {
    effects: async (db, { eventIds, from }) => {
      const effects = [];
      for (const eventId of eventIds) {
        const { cells, settings } = await findRules(db, eventId);
        const looks = await listTypesInEvent(db, eventId);
        const count =
          cells.filter((cell) => cell.from === from || cell.to === from).length +
          settings.filter(({ type }) => type === from).length +
          looks.filter((row) => row.type_id === from && Object.keys(row.look).length > 0).length;
        if (count > 0) effects.push({ label: "data-types-permissions:typeMerge", eventId, count });
      }
      return effects;
    },
  },
};
