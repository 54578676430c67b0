// How complete profiles are, as a field of lists: filtered, sorted and grouped by along the order that is kept of it.
import { type Db, type KeptOrder, type ListField, sql } from "#server";
import { BESIDE } from "../../contract.ts";
import type { Hidden } from "../fields/sight.ts";
import type { EventDataTables } from "../tables.ts";

/** What its column calls itself among those of all areas. */
export const COMPLETE_KEY = "event-data.complete";
/** The field by which questions name it. */
export const COMPLETE = BESIDE + COMPLETE_KEY;

/** Profiles of which nothing is asked. */
const NONE = sql.lit(-1e308);

/** The line that asks as much as somebody may see; undefined while an event keeps none. */
export async function lineOf(db: Db, eventId: number, hidden: Hidden): Promise<number | undefined> {
  let lines = db
    .withTables<EventDataTables>()
    .selectFrom("event_data_complete as line")
    .select("line.line")
    .where("line.event_id", "=", eventId)
    .where("line.ready", "=", 1);
  if (hidden.length > 0)
    lines = lines.where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("event_data_asked as asked")
            .select("asked.key")
            .whereRef("asked.event_id", "=", "line.event_id")
            .whereRef("asked.line", "=", "line.line")
            .where("asked.key", "in", [...hidden]),
        ),
      ),
    );
  return (await lines.orderBy("line.level").limit(1).executeTakeFirst())?.line;
}

/** Those rows of the table of answers that are shares. */
export const sharesOf = (eventId: number, line: number) => sql<boolean>`(of_event = ${eventId} and of_field = ${line})`;

/** The field and its order, as somebody may know them. */
export async function completeOf(
  db: Db,
  eventId: number,
  hidden: Hidden,
): Promise<{ field: ListField; kept: Record<string, KeptOrder> }> {
  const line = await lineOf(db, eventId, hidden);
  const own = { column: COMPLETE, kind: "number" } as const;
  if (line === undefined) return { field: { ...own, expression: sql`cast(null as double precision)` }, kept: {} };
  const where = sharesOf(eventId, line);
  const share = sql`(select answer_number from event_data_answer where ${where} and thing_id = event_data_thing.id)`;
  return {
    field: { ...own, expression: sql`nullif(${share}, ${NONE})` },
    kept: {
      [COMPLETE]: {
        from: "event_data_answer",
        where,
        id: "thing_id",
        number: "answer_number",
        text: "answer_text",
        folds: false,
        columns: ANSWER_COLUMNS,
      },
    },
  };
}

/** Columns of profiles that stand in the table of answers too. */
export const ANSWER_COLUMNS = {
  event_id: "of_event",
  type_id: "of_type",
  status: "of_status",
  country: "of_country",
  id: "thing_id",
} as const;

/** The shares of some profiles, as somebody may know them; undefined while the event keeps none. */
export async function listShares(
  db: Db,
  eventId: number,
  hidden: Hidden,
  ids: readonly number[],
): Promise<Map<number, number> | undefined> {
  const line = await lineOf(db, eventId, hidden);
  if (line === undefined) return undefined;
  const rows = await db
    .withTables<EventDataTables>()
    .selectFrom("event_data_answer")
    .select(["thing_id", "answer_number"])
    .where(sharesOf(eventId, line))
    .where("thing_id", "in", [...ids])
    .where("answer_number", ">=", 0)
    .execute();
  return new Map(rows.map(({ thing_id, answer_number }) => [thing_id, Number(answer_number)]));
}
