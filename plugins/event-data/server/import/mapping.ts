// Which column was which field the last time: kept for each event, by heading.
import { ownFieldName } from "#schemas/fieldMentions.ts";
import type { Db } from "#server";
import type { FieldNamer } from "../../offers.ts";
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

/** Columns of files that are known to answer a field. */
export const namesInImports: FieldNamer = {
  label: "event-data:naming.column",
  named: async ({ db }, eventIds, { key }) =>
    (await headingsOf(db, eventIds, ownFieldName(key))).map(({ event_id, heading }) => {
      return { eventId: event_id, name: heading, path: `/event-data/${event_id}?open=import`, options: [] };
    }),
  forget: async (db, eventIds, key) => {
    for (const one of await headingsOf(db, eventIds, ownFieldName(key))) await forgetHeading(db, one);
  },
  rename: async ({ db }, eventIds, { key, to }) => {
    if (key === to) return [];
    const headings = await headingsOf(db, eventIds, ownFieldName(key));
    for (const one of headings) await setField(db, one, ownFieldName(key), ownFieldName(to));
    return headings.map((one) => ({ ...one, before: ownFieldName(key), after: ownFieldName(to) }));
  },
  putBack: async ({ db }, kept) => {
    for (const { before, after, ...one } of kept as (Heading & { before: string; after: string })[])
      await setField(db, one, after, before);
  },
};

interface Heading {
  event_id: number;
  heading: string;
}

async function headingsOf(db: Db, eventIds: readonly number[], field: string): Promise<Heading[]> {
  if (eventIds.length === 0) return [];
  return tables(db)
    .selectFrom("event_data_import_column")
    .select(["event_id", "heading"])
    .where("event_id", "in", [...eventIds])
    .where("field", "=", field)
    .orderBy("event_id")
    .orderBy("heading")
    .execute();
}

async function setField(db: Db, { event_id, heading }: Heading, from: string, to: string): Promise<void> {
  await tables(db)
    .updateTable("event_data_import_column")
    .set({ field: to })
    .where("event_id", "=", event_id)
    .where("heading", "=", heading)
    .where("field", "=", from)
    .execute();
}

async function forgetHeading(db: Db, { event_id, heading }: Heading): Promise<void> {
  await tables(db)
    .deleteFrom("event_data_import_column")
    .where("event_id", "=", event_id)
    .where("heading", "=", heading)
    .execute();
}
