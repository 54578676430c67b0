// What archiving a data type concerns, told before.
import { type AppAccess, type Db, listEventNamesOf, listEventTypesOf, type Offers } from "#server";
import type { TypeArchive } from "../contract.ts";
import { needsOf } from "./needs.ts";

interface Asking {
  db: Db;
  app: AppAccess;
  offered: Offers;
}

/** Events that the person may not open are counted and not named. */
export async function archiveImpactOf(asking: Asking, typeId: number): Promise<TypeArchive> {
  const { db, app } = asking;
  const names = await listEventNamesOf(db, app.id);
  const has = new Set(
    (await listEventTypesOf(db, app.id)).flatMap((one) => (one.type_id === typeId ? one.event_id : [])),
  );
  const mayOpen = (id: number) => app.allowedEvents.includes(-1) || app.allowedEvents.includes(id);
  const needs = (await needsOf(asking)).get(typeId) ?? [];
  const held = needs.filter((need) => need.profiles);
  const events = [...has]
    .filter((id) => mayOpen(id))
    .flatMap((id) => {
      const name = names.get(id)?.name;
      if (name === undefined) return [];
      const found = held.filter(({ event }) => event?.id === id);
      const profiles = found.reduce((sum, { count }) => sum + count, 0);
      const path = found[0]?.path ?? `/event-details/${id}/data-types-permissions`;
      return [{ event: { id, name }, profiles, path }];
    });
  events.sort((one, other) => other.profiles - one.profiles || one.event.id - other.event.id);
  const profiles = held.reduce((sum, { count }) => sum + count, 0);
  return {
    profiles,
    events,
    closed: has.size - events.length,
    without: [...names].filter(([id, { archived }]) => !archived && !has.has(id)).length,
    needs: needs.filter((need) => !need.profiles),
  };
}
