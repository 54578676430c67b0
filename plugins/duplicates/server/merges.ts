// SQL of merges and of what undoes them. Every function takes the open transaction, or a reader, first.
import type { Selectable } from "kysely";
import { type Db, type Dialect, isOfEvent, isOneOf } from "#server";
import { UNDO_DAYS } from "../contract.ts";
import type { DuplicatesTables, MergeTable } from "./tables.ts";

const MERGE = [
  ...(["id", "event_id", "kept_id", "dropped_id", "rev", "before", "at", "undone_at", "user_id"] as const),
  ...(["dropped_name"] as const),
] as const;

export type MergeRow = Pick<Selectable<MergeTable>, (typeof MERGE)[number]>;

const SIDES = ["kept_id", "dropped_id"] as const;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const tables = (db: Db) => db.withTables<DuplicatesTables>();

/** Merges of before can no longer be undone. */
export function undoableSince(now: Date): string {
  return new Date(now.getTime() - UNDO_DAYS * DAY_MS).toISOString();
}

export function untilOf(at: string): string {
  return new Date(Date.parse(at) + UNDO_DAYS * DAY_MS).toISOString();
}

export async function noteMerge(
  db: Db,
  merge: Omit<Selectable<MergeTable>, "id" | "undone_at" | "stands">,
): Promise<MergeRow> {
  return tables(db).insertInto("duplicates_merge").values(merge).returning(MERGE).executeTakeFirstOrThrow();
}

export async function findMerge(db: Db, eventId: number, id: number): Promise<MergeRow | undefined> {
  return (await findMerges(db, eventId, [id]))[0];
}

/** Some merges, in no order; as many as a page has. */
export async function findMerges(db: Db, eventId: number, ids: readonly number[]): Promise<MergeRow[]> {
  if (ids.length === 0) return [];
  return tables(db)
    .selectFrom("duplicates_merge")
    .select(MERGE)
    .where(isOfEvent(eventId))
    .where("id", "in", [...ids])
    .execute();
}

/** Merges of a person since a time that have not been undone, the latest first. */
export async function mergesOf(db: Db, eventId: number, userId: number, since: string): Promise<MergeRow[]> {
  return tables(db)
    .selectFrom("duplicates_merge")
    .select(MERGE)
    .where("event_id", "=", eventId)
    .where("user_id", "=", userId)
    .where("at", ">=", since)
    .where("undone_at", "is", null)
    .orderBy("id", "desc")
    .limit(20)
    .execute();
}

/** How many merges can be undone as far as time tells. */
export async function countMerges(db: Db, eventId: number, since: string): Promise<number> {
  const { merges } = await tables(db)
    .selectFrom("duplicates_merge")
    .select((of) => of.fn.countAll<number | string>().as("merges"))
    .where("event_id", "=", eventId)
    .where("at", ">=", since)
    .where("stands", "=", 1)
    .executeTakeFirstOrThrow();
  return Number(merges);
}

/** Of some profiles the revisions in which a merge left them, each as `id/rev`. */
export async function leftByMerge(db: Db, eventId: number, ids: readonly number[]): Promise<ReadonlySet<string>> {
  const rows = await tables(db)
    .selectFrom("duplicates_merge")
    .select(["kept_id", "rev"])
    .where("event_id", "=", eventId)
    .where("kept_id", "in", [...ids])
    .execute();
  return new Set(rows.map(({ kept_id, rev }) => `${kept_id}/${rev}`));
}

/** The latest merge after one that the same profile was in and that still stands: it is undone first. */
export async function laterMerge(
  db: Db,
  { id, event_id, kept_id }: Pick<MergeRow, "id" | "event_id" | "kept_id">,
): Promise<MergeRow | undefined> {
  return tables(db)
    .selectFrom("duplicates_merge")
    .select(MERGE)
    .where("event_id", "=", event_id)
    .where("id", ">", id)
    .where(({ or, eb }) => or([eb("kept_id", "=", kept_id), eb("dropped_id", "=", kept_id)]))
    .where("stands", "=", 1)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Claims a merge for its undoing; answers what it keeps, and nothing where somebody else has undone it. */
export async function claimMerge(db: Db, id: number, now: string): Promise<MergeRow | undefined> {
  return tables(db)
    .updateTable("duplicates_merge")
    .set({ undone_at: now, stands: 0 })
    .where("id", "=", id)
    .where("undone_at", "is", null)
    .returning(MERGE)
    .executeTakeFirst();
}

/** Has merges wait for the revisions that the kept profiles have now, whose later changes have been undone. */
export async function moveRevs(
  db: Db,
  { kind }: Dialect,
  eventId: number,
  all: readonly { id: number; from: number; to: number }[],
): Promise<void> {
  const byId = new Map(all.map((one) => [one.id, one]));
  const merges = await tables(db)
    .selectFrom("duplicates_merge")
    .select(["id", "kept_id", "rev"])
    .where("event_id", "=", eventId)
    .where("undone_at", "is", null)
    .where(isOneOf(kind, "kept_id", [...byId.keys()]))
    .execute();
  for (const { id, kept_id, rev } of merges) {
    const { from, to } = byId.get(kept_id) ?? {};
    if (from === rev && to !== undefined)
      await tables(db).updateTable("duplicates_merge").set({ rev: to }).where("id", "=", id).execute();
  }
}

/** What can no longer be undone is not kept. An undoing that began in time has an hour. */
export async function tidyMerges({ db, now }: { db: Db; now: Date }): Promise<void> {
  const before = undoableSince(new Date(now.getTime() - HOUR_MS));
  await tables(db).deleteFrom("duplicates_merge").where("at", "<", before).execute();
}

/** What is kept of a merge of which one has been erased since. */
const ERASED = '{"erased":true}';
export const isErased = ({ before }: Pick<MergeTable, "before">): boolean => before === ERASED;

/** Merges that can be undone and that some profiles were in, in the order in which they were made. */
export async function standingOf(
  db: Db,
  { kind }: Dialect,
  eventId: number,
  ids: readonly number[],
): Promise<MergeRow[]> {
  const found = new Map<number, MergeRow>();
  // One after the other: asked for either, SQLite goes along all merges of the event.
  for (const side of SIDES) {
    const rows = await tables(db)
      .selectFrom("duplicates_merge")
      .select(MERGE)
      .where("event_id", "=", eventId)
      .where("stands", "=", 1)
      .where(isOneOf(kind, side, ids))
      .execute();
    for (const row of rows) found.set(row.id, row);
  }
  return [...found.values()].sort((one, other) => one.id - other.id);
}

/**
 * Forgets both rows of merges that some profiles were in: one of two alone is what there is already. Answers who else was in them.
 * What other merges told of the erased, such as the end of a link, is told no more.
 */
export async function eraseMerges(
  db: Db,
  { kind }: Dialect,
  eventId: number,
  ids: readonly number[],
): Promise<number[]> {
  const erased: Pick<MergeRow, "kept_id" | "dropped_id">[] = [];
  for (const side of SIDES)
    erased.push(
      ...(await tables(db)
        .updateTable("duplicates_merge")
        .set({ before: ERASED, dropped_name: "", dropped_key: "", stands: 0 })
        .where("event_id", "=", eventId)
        .where(isOneOf(kind, side, ids))
        .returning(["kept_id", "dropped_id"])
        .execute()),
    );
  await untell(db, eventId);
  const gone = new Set(ids);
  return [...new Set(erased.flatMap(({ kept_id, dropped_id }) => [kept_id, dropped_id]))].filter((id) => !gone.has(id));
}

const AT_ONCE = 200;

/** Takes the examples out of what merges told: they name people who were not in them. */
async function untell(db: Db, eventId: number): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await tables(db)
      .selectFrom("duplicates_merge")
      .select(["id", "before"])
      .where("event_id", "=", eventId)
      .where("id", ">", after)
      .where("before", "like", '%"examples":%')
      .orderBy("id")
      .limit(AT_ONCE)
      .execute();
    for (const { id, before: text } of rows) {
      const { told, ...before } = JSON.parse(text) as { told: { left: { label: string; count: number }[] } };
      const left = told.left.map(({ label, count }) => ({ label, count }));
      const untold = JSON.stringify({ ...before, told: { ...told, left } });
      await tables(db).updateTable("duplicates_merge").set({ before: untold }).where("id", "=", id).execute();
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}
