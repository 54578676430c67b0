// Which sessions are there, for whoever erases from the history those that are not.
import { type Erasable, isOfEvent, isOneOf } from "#server";
import type { AgendaTables } from "./tables.ts";

export const erasableSessions: Erasable = {
  type: "session",
  there: async ({ db, dialect, event }, ids) => {
    const rows = await db
      .withTables<AgendaTables>()
      .selectFrom("agenda_session")
      .select("id")
      .where(isOfEvent(event.id))
      .where(isOneOf(dialect.kind, "id", ids))
      .execute();
    return rows.map(({ id }) => id);
  },
};
