// Which groups are there, for whoever erases from the history those that are not.
import { type Erasable, isOfEvent, isOneOf } from "#server";
import type { CustomGroupsTables } from "./tables.ts";

export const erasableGroups: Erasable = {
  type: "custom-groups.group",
  there: async ({ db, dialect, event }, ids) => {
    const rows = await db
      .withTables<CustomGroupsTables>()
      .selectFrom("custom_groups_group")
      .select("id")
      .where(isOfEvent(event.id))
      .where(isOneOf(dialect.kind, "id", ids))
      .execute();
    return rows.map(({ id }) => id);
  },
};
