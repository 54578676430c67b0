// Which profiles and fields are there, for whoever erases from the history those that are not.
import { type Erasable, isOfEvent, isOneOf } from "#server";
import { forgetThings } from "./bulk/forget.ts";
import { FIELD } from "./fields/history.ts";
import { OBJECT } from "./history.ts";
import { lockThings } from "./locks.ts";
import type { EventDataTables } from "./tables.ts";

export const erasableThings: Erasable = {
  type: OBJECT,
  there: async ({ db, dialect, event }, ids) => {
    const rows = await db
      .withTables<EventDataTables>()
      .selectFrom("event_data_thing")
      .select("id")
      .where(isOfEvent(event.id))
      .where(isOneOf(dialect.kind, "id", ids))
      .execute();
    return rows.map(({ id }) => id);
  },
  hold: ({ db, dialect, event }) => lockThings(db, dialect, event.id),
  forget: forgetThings,
};

export const erasableFields: Erasable = {
  type: FIELD,
  there: async ({ db, dialect, event }, ids) => {
    const rows = await db
      .withTables<EventDataTables>()
      .selectFrom("event_data_field")
      .select("id")
      .where("app_id", "=", event.app_id)
      .where(isOneOf(dialect.kind, "id", ids))
      .execute();
    return rows.map(({ id }) => id);
  },
};
