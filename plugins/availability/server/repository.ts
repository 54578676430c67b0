// SQL of times. Every function takes the open transaction, or a reader, first.
import { type Db, type Dialect, insertRows, sql } from "#server";
import type { Span } from "../contract.ts";
import type { AvailabilityTables } from "./tables.ts";

/** What is kept of one participant; without times they are available throughout. */
export interface TimesRow {
  thing_id: number;
  rev: number;
  spans: readonly Span[] | null;
}

const TABLE = "availability_times";
const tables = (db: Db) => db.withTables<AvailabilityTables>();

const asText = (spans: readonly Span[] | null) => spans && JSON.stringify(spans.map(({ from, to }) => [from, to]));
const kindOf = (spans: readonly Span[] | null) => (spans === null ? 0 : spans.length > 0 ? 1 : 2);

function asSpans(text: string | null): Span[] | null {
  return text === null ? null : (JSON.parse(text) as [number, number][]).map(([from, to]) => ({ from, to }));
}

// SQLite takes 32 766 parameters a statement.
const AT_ONCE = 5000;

/** Of some profiles, those of whom something has been said. */
export async function getTimes(db: Db, eventId: number, thingIds: readonly number[]): Promise<Map<number, TimesRow>> {
  const found = new Map<number, TimesRow>();
  for (let at = 0; at < thingIds.length; at += AT_ONCE) {
    const rows = await tables(db)
      .selectFrom(TABLE)
      .select(["thing_id", "rev", "spans"])
      .where("event_id", "=", eventId)
      .where("thing_id", "in", thingIds.slice(at, at + AT_ONCE))
      .execute();
    for (const row of rows) found.set(row.thing_id, { ...row, spans: asSpans(row.spans) });
  }
  return found;
}

/** Saves if nobody else has since `rev`; answers whether that was so. */
export async function saveTimes(db: Db, eventId: number, { thing_id, rev, spans }: TimesRow): Promise<boolean> {
  const values = { rev: rev + 1, spans: asText(spans), kind: kindOf(spans) };
  if (rev === 0) {
    const added = await tables(db)
      .insertInto(TABLE)
      .values({ event_id: eventId, thing_id, ...values })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }
  const saved = await tables(db)
    .updateTable(TABLE)
    .set(values)
    .where("event_id", "=", eventId)
    .where("thing_id", "=", thing_id)
    .where("rev", "=", rev)
    .executeTakeFirst();
  return saved.numUpdatedRows > 0n;
}

/** Gives many the times that they are to have, whoever saved before; their revisions count up. */
export async function putTimes(
  db: Db,
  eventId: number,
  all: readonly Pick<TimesRow, "thing_id" | "spans">[],
): Promise<void> {
  if (all.length === 0) return;
  const rows = all.map(({ thing_id, spans }) => {
    return { event_id: eventId, thing_id, rev: 1, spans: asText(spans), kind: kindOf(spans) };
  });
  await tables(db)
    .insertInto(TABLE)
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["event_id", "thing_id"]).doUpdateSet(({ ref }) => ({
        rev: sql<number>`${sql.table(TABLE)}.rev + 1`,
        spans: ref("excluded.spans"),
        kind: ref("excluded.kind"),
      })),
    )
    .execute();
}

/** Takes out what is said of some profiles, and answers it. */
export async function dropTimes(db: Db, eventId: number, thingIds: readonly number[]): Promise<TimesRow[]> {
  const gone: TimesRow[] = [];
  for (let at = 0; at < thingIds.length; at += AT_ONCE) {
    const rows = await tables(db)
      .deleteFrom(TABLE)
      .where("event_id", "=", eventId)
      .where("thing_id", "in", thingIds.slice(at, at + AT_ONCE))
      .returning(["thing_id", "rev", "spans"])
      .execute();
    gone.push(...rows.map((row) => ({ ...row, spans: asSpans(row.spans) })));
  }
  return gone;
}

/** Puts rows in as they were, but for those of whom something has been said by now. */
export async function putRowsBack(db: Db, eventId: number, rows: readonly TimesRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const values = rows.slice(at, at + AT_ONCE).map(({ thing_id, rev, spans }) => {
      return { event_id: eventId, thing_id, rev: rev + 1, spans: asText(spans), kind: kindOf(spans) };
    });
    await tables(db)
      .insertInto(TABLE)
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Many at once, for the demo. */
export async function addTimes(
  db: Db,
  dialect: Dialect,
  eventId: number,
  all: readonly Pick<TimesRow, "thing_id" | "spans">[],
): Promise<void> {
  const columns = ["event_id", "thing_id", "rev", "spans", "kind"];
  const rows = all.map(({ thing_id, spans }) => [eventId, thing_id, 1, asText(spans), kindOf(spans)]);
  await insertRows(db as never, dialect, TABLE, columns, rows);
}
