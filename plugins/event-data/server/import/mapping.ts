// Which column was which field the last time: kept for each event, by heading.
import type { Db } from "#server";
import type { EventDataTables } from "../tables.ts";
import { wordOf } from "./columns/columns.ts";

const tables = (db: Db) => db.withTables<EventDataTables>();

/** The fields that were chosen, by heading; nothing for a column that was left out. */
export async function rememberedColumns(db: Db, eventId: number): Promise<Map<string, string | null>> {
  const rows = await tables(db)
    .selectFrom("event_data_import_column")
    .select(["heading", "field"])
    .where("event_id", "=", eventId)
    .execute();
  return new Map(rows.map(({ heading, field }) => [heading, field]));
}

/** Keeps what a person chose. */
export async function rememberColumns(
  db: Db,
  eventId: number,
  columns: readonly { title: string; field: string | null }[],
): Promise<void> {
  for (const { title, field } of columns) {
    const heading = wordOf(title).slice(0, 200);
    if (!heading) continue;
    await tables(db)
      .insertInto("event_data_import_column")
      .values({ event_id: eventId, heading, field })
      .onConflict((conflict) => conflict.columns(["event_id", "heading"]).doUpdateSet({ field }))
      .execute();
  }
}
