// Which data types the profiles and the fields need.
import { listEventIdsOf, type TypeUse, type TypeUser } from "#server";
import { listAll } from "./fields/repository.ts";
import { tallyOf } from "./tallies.ts";
import { mergeFields, mergeProfiles } from "./typeMerge.ts";

export const typeOfProfiles: TypeUser = {
  label: "event-data:typeUse.profiles",
  path: "/event-data/{eventId}/type/{typeId}",
  isProfiles: true,
  merging: mergeProfiles,
  uses: async ({ db, app }, eventIds) => {
    const counts = new Map<string, TypeUse>();
    for (const { typeId, eventId, count } of await tallyOf(db, eventIds ?? (await listEventIdsOf(db, app.id)))) {
      const key = `${typeId} ${eventId}`;
      counts.set(key, { typeId, eventId, count: count + (counts.get(key)?.count ?? 0) });
    }
    return [...counts.values()];
  },
};

export const typeOfFields: TypeUser = {
  label: "event-data:typeUse.fields",
  path: "/event-details/{eventId}/custom-fields?type={typeId}",
  appPath: "/app-settings/multi-event-fields?type={typeId}",
  merging: mergeFields,
  uses: fieldUses(false),
};

/** Archived ones ask nobody in the event any more; the type that they name stays in the app. */
export const typeOfArchivedFields: TypeUser = {
  label: "event-data:typeUse.archivedFields",
  path: "/event-details/{eventId}/custom-fields?type={typeId}&archived=1",
  appPath: "/app-settings/multi-event-fields?type={typeId}&archived=1",
  staysWithout: true,
  uses: fieldUses(true),
};

function fieldUses(isArchived: boolean): TypeUser["uses"] {
  return async ({ db, app }, eventIds) => {
    const counts = new Map<string, TypeUse>();
    for (const { event_id: eventId, type_ids, archived_at } of await listAll(db, app.id)) {
      if ((archived_at !== null) !== isArchived || (eventIds && !eventIds.includes(eventId))) continue;
      for (const typeId of type_ids) {
        const key = `${typeId} ${eventId}`;
        counts.set(key, { typeId, eventId, count: 1 + (counts.get(key)?.count ?? 0) });
      }
    }
    return [...counts.values()];
  };
}
