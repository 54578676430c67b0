// Names of places for the history, of which older lines hold the ids.
import { isOneOf, listEventIdsOf, type Referred } from "#server";
import type { NetworkingTables } from "./tables.ts";

export const referredPlaces: Referred = {
  fields: ["location_id"],
  names: async ({ db, dialect, appId }, ids) => {
    const rows = await db
      .withTables<NetworkingTables>()
      .selectFrom("networking_location")
      .select(["id", "name"])
      .where("event_id", "in", await listEventIdsOf(db, appId))
      .where(isOneOf(dialect.kind, "id", ids))
      .execute();
    return rows.map(({ id, name }) => [id, name] as const);
  },
};
