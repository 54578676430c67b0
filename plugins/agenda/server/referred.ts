// Names of stages and tracks for the history, of which older lines hold the ids.
import { isOneOf, listEventIdsOf, type Referred } from "#server";
import type { AgendaTables } from "./tables.ts";

const namesIn =
  (table: "agenda_stage" | "agenda_track"): Referred["names"] =>
  async ({ db, dialect, appId }, ids) => {
    const rows = await db
      .withTables<AgendaTables>()
      .selectFrom(table)
      .select(["id", "name"])
      .where("event_id", "in", await listEventIdsOf(db, appId))
      .where(isOneOf(dialect.kind, "id", ids))
      .execute();
    return rows.map(({ id, name }) => [id, name] as const);
  };

export const referredStages: Referred = { fields: ["stage_id"], names: namesIn("agenda_stage") };
export const referredTracks: Referred = { fields: ["track_id"], names: namesIn("agenda_track") };
