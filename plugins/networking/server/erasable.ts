// Which meetings are there, for whoever erases from the history those that are not.
import { type Erasable, isOfEvent, isOneOf } from "#server";
import { OBJECT } from "./routes.ts";
import type { NetworkingTables } from "./tables.ts";

export const erasableMeetings: Erasable = {
  type: OBJECT,
  there: async ({ db, dialect, event }, ids) => {
    const rows = await db
      .withTables<NetworkingTables>()
      .selectFrom("networking_meeting")
      .select("id")
      .where(isOfEvent(event.id))
      .where(isOneOf(dialect.kind, "id", ids))
      .execute();
    return rows.map(({ id }) => id);
  },
};
