// Which column was which field the last time: kept for each event, by the headings of the file.
import { createHash } from "node:crypto";
import { ownFieldName } from "#schemas/fieldMentions.ts";
import type { Db } from "#server";
import type { FieldNamer } from "../../offers.ts";
import type { EventDataTables } from "../tables.ts";
import { namesOf, type Recall, recall } from "./columns/recall.ts";

/** Kinds of files of which an event remembers the columns; then the one that was imported longest ago is forgotten. */
const SHAPES = 30;
const AT_ONCE = 100;

const tables = (db: Db) => db.withTables<EventDataTables>();

/** What was chosen for columns such as these. */
export async function rememberedColumns(db: Db, eventId: number, headings: readonly string[]): Promise<Recall> {
  const rows = await tables(db)
    .selectFrom("event_data_import_column")
    .select(["shape", "heading", "nth", "field", "chosen_at"])
    .where("event_id", "=", eventId)
    .execute();
  return recall(rows, headings);
}

/** Keeps what a person chose for a file, in place of what was chosen for one of the same headings. */
export async function rememberColumns(
  db: Db,
  eventId: number,
  file: { headings: readonly string[]; fields: ReadonlyMap<number, string | null>; at: Date },
): Promise<void> {
  const names = namesOf(file.headings);
  const chosen = names.filter(({ at }) => file.fields.has(at));
  if (chosen.length === 0) return;
  const shape = shapeOf(names.map(({ heading }) => heading));
  await forgetShapes(db, eventId, [shape]);
  for (let from = 0; from < chosen.length; from += AT_ONCE) {
    const rows = chosen.slice(from, from + AT_ONCE).map(({ at, heading, nth }) => ({
      ...{ event_id: eventId, shape, heading, nth },
      ...{ field: file.fields.get(at) ?? null, chosen_at: file.at.toISOString() },
    }));
    await tables(db).insertInto("event_data_import_column").values(rows).execute();
  }
  const shapes = await tables(db)
    .selectFrom("event_data_import_column")
    .select((is) => ["shape", is.fn.max("chosen_at").as("at")])
    .where("event_id", "=", eventId)
    .groupBy("shape")
    .orderBy("at", "desc")
    .execute();
  await forgetShapes(
    db,
    eventId,
    shapes.slice(SHAPES).map((one) => one.shape),
  );
}

/** Files of the same headings, in whatever order, are the same here. */
function shapeOf(headings: readonly string[]): string {
  return createHash("sha256")
    .update([...headings].sort().join("\n"))
    .digest("hex")
    .slice(0, 32);
}

async function forgetShapes(db: Db, eventId: number, shapes: readonly string[]): Promise<void> {
  if (shapes.length === 0) return;
  await tables(db)
    .deleteFrom("event_data_import_column")
    .where("event_id", "=", eventId)
    .where("shape", "in", [...shapes])
    .execute();
}

/** Columns of files that are known to answer a field. */
export const namesInImports: FieldNamer = {
  label: "event-data:naming.column",
  named: async ({ db }, eventIds, { key }) => {
    const columns = await columnsOf(db, eventIds, ownFieldName(key));
    // The same heading in several files is told once.
    const once = new Map(columns.map((one) => [`${one.event_id} ${one.heading}`, one]));
    return [...once.values()].map(({ event_id, heading }) => {
      return { eventId: event_id, name: heading, path: `/event-data/${event_id}?open=import`, options: [] };
    });
  },
  forget: async (db, eventIds, key) => {
    if (eventIds.length === 0) return;
    await tables(db)
      .deleteFrom("event_data_import_column")
      .where("event_id", "in", [...eventIds])
      .where("field", "=", ownFieldName(key))
      .execute();
  },
  rename: async ({ db }, eventIds, { key, to }) => {
    if (key === to) return [];
    const columns = await columnsOf(db, eventIds, ownFieldName(key));
    for (const one of columns) await setField(db, one, ownFieldName(key), ownFieldName(to));
    return columns.map((one) => ({ ...one, before: ownFieldName(key), after: ownFieldName(to) }));
  },
  putBack: async ({ db }, kept) => {
    for (const { before, after, ...one } of kept as (ColumnName & { before: string; after: string })[])
      await setField(db, one, after, before);
  },
};

interface ColumnName {
  event_id: number;
  heading: string;
  /** What was kept before files were told apart lacks these. */
  shape?: string;
  nth?: number;
}

async function columnsOf(db: Db, eventIds: readonly number[], field: string): Promise<ColumnName[]> {
  if (eventIds.length === 0) return [];
  return tables(db)
    .selectFrom("event_data_import_column")
    .select(["event_id", "heading", "shape", "nth"])
    .where("event_id", "in", [...eventIds])
    .where("field", "=", field)
    .orderBy("event_id")
    .orderBy("heading")
    .orderBy("shape")
    .orderBy("nth")
    .execute();
}

async function setField(
  db: Db,
  { event_id, heading, shape = "", nth = 0 }: ColumnName,
  from: string,
  to: string,
): Promise<void> {
  await tables(db)
    .updateTable("event_data_import_column")
    .set({ field: to })
    .where("event_id", "=", event_id)
    .where("shape", "=", shape)
    .where("heading", "=", heading)
    .where("nth", "=", nth)
    .where("field", "=", from)
    .execute();
}
