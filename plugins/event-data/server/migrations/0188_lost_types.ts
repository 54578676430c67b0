// Fields that name data types which are gone could not be saved any more: they name those that are there.
import { type Migration, sql } from "#server";
import { withoutLost } from "../fields/lostTypes.ts";

interface Row {
  id: number;
  app_id: number;
  definition: string;
  archived_at: string | null;
}

export const lostTypes: Migration = {
  id: "0188_lost_types",
  up: async (db) => {
    const types = await sql<{ id: number; app_id: number }>`select id, app_id from core_type`.execute(db);
    const fields = await sql<Row>`select id, app_id, definition, archived_at from event_data_field`.execute(db);
    const now = new Date().toISOString();
    const there = new Map<number, Set<number>>();
    for (const { id, app_id } of types.rows) there.set(app_id, (there.get(app_id) ?? new Set()).add(id));
    for (const row of fields.rows) {
      const healed = withoutLost(row, there.get(row.app_id) ?? new Set(), now);
      if (healed === row) continue;
      await sql`update event_data_field set definition = ${healed.definition}, archived_at = ${healed.archived_at},
        rev = rev + 1, updated_at = ${now} where id = ${row.id}`.execute(db);
    }
  },
};
