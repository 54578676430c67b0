// Who needs which data type: what the areas tell, with the names of events that the person may know.
import { type AppAccess, type Db, listEventNamesOf, type Offers, typeUser } from "#server";
import type { TypeNeed } from "../contract.ts";

interface Asking {
  db: Db;
  app: AppAccess;
  offered: Offers;
}

/** By data type; most needed events first. */
export async function needsOf({ db, app, offered }: Asking): Promise<Map<number, TypeNeed[]>> {
  const names = await listEventNamesOf(db, app.id);
  const mayOpen = (id: number) => app.allowedEvents.includes(-1) || app.allowedEvents.includes(id);
  const needs = new Map<number, TypeNeed[]>();
  for (const user of offered(typeUser)) {
    const { label, isProfiles = false } = user;
    const uses = [...(await user.uses({ db, app }))].sort((a, b) => b.count - a.count || a.eventId - b.eventId);
    for (const { typeId, eventId, count } of uses) {
      const name = mayOpen(eventId) ? names.get(eventId)?.name : undefined;
      const template = eventId === 0 ? user.appPath : name === undefined ? undefined : user.path;
      const path = template?.replace("{eventId}", String(eventId)).replace("{typeId}", String(typeId)) ?? null;
      const event = name === undefined ? null : { id: eventId, name };
      needs.set(typeId, [...(needs.get(typeId) ?? []), { label, count, profiles: isProfiles, event, path }]);
    }
  }
  return needs;
}

/** How often a type is needed in all, by whatever area. */
export async function countNeeds({ db, app, offered }: Asking, typeId: number): Promise<number> {
  const needs = (await needsOf({ db, app, offered })).get(typeId) ?? [];
  return needs.reduce((sum, { count }) => sum + count, 0);
}
