// Which kinds of relationships are there, for whoever erases from the history those that are not.
import { type Erasable, isOfEvent, isOneOf } from "#server";
import { OBJECT } from "./routes.ts";
import type { RelationshipsTables } from "./tables.ts";

export const erasableKinds: Erasable = {
  type: OBJECT,
  there: async ({ db, dialect, event }, ids) => {
    const rows = await db
      .withTables<RelationshipsTables>()
      .selectFrom("relationships_kind")
      .select("id")
      .where(isOfEvent(event.id))
      .where(isOneOf(dialect.kind, "id", ids))
      .execute();
    return rows.map(({ id }) => id);
  },
};
