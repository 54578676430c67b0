// Names of groups for the history: groups say by ids whose members theirs see, and filters which groups they ask for.
import { isOneOf, listEventIdsOf, type Referred } from "#server";
import { FIELD } from "./members.ts";
import { OBJECT } from "./rules.ts";
import type { CustomGroupsTables } from "./tables.ts";

export const referredGroups: Referred = {
  fields: ["see", "recommend", FIELD],
  type: OBJECT,
  names: async ({ db, dialect, appId }, ids) => {
    const rows = await db
      .withTables<CustomGroupsTables>()
      .selectFrom("custom_groups_group")
      .select(["id", "name"])
      .where("event_id", "in", await listEventIdsOf(db, appId))
      .where(isOneOf(dialect.kind, "id", ids))
      .execute();
    return rows.map(({ id, name }) => [id, name] as const);
  },
};
