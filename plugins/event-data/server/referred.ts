// Names of profiles for the history, where a line says under which id one stands again.
import { isOneOf, listEventIdsOf, type Referred } from "#server";
import { OBJECT } from "./history.ts";
import type { EventDataTables } from "./tables.ts";

export const referredThings: Referred = {
  fields: [],
  type: OBJECT,
  names: async ({ db, dialect, appId }, ids) => {
    const rows = await db
      .withTables<EventDataTables>()
      .selectFrom("event_data_thing")
      .select(["id", "name"])
      .where("event_id", "in", await listEventIdsOf(db, appId))
      .where(isOneOf(dialect.kind, "id", ids))
      .execute();
    return rows.map(({ id, name }) => [id, name] as const);
  },
};
