// What was before an act on many, kept for ten minutes.
import { type Db, type Dialect, insertRows, isOneOf, problem, removeInBlocks, send, sql } from "#server";
import { UNDO_MINUTES } from "../../contract.ts";
import type { EventDataTables } from "../tables.ts";

const HOUR_MS = 3_600_000;
const HELD_MS = 24 * HOUR_MS;
const ROWS_AT_ONCE = 500;

/** A profile before an act, and its revision after it. */
export interface UndoRow {
  thingId: number;
  /** 0 when it was taken out. */
  rev: number;
  before: unknown;
}

const tables = (db: Db) => db.withTables<EventDataTables>();

/** What is kept of a profile that has been erased since, in place of how it was. */
const ERASED = '{"erased":true';
export const isErased = ({ before }: UndoRow): boolean => "erased" in (before as object);

export async function keepBefore(db: Db, dialect: Dialect, jobId: number, rows: readonly UndoRow[]): Promise<void> {
  const values = rows.map(({ thingId, rev, before }) => [jobId, thingId, rev, JSON.stringify(before)]);
  await insertRows(db as never, dialect, "event_data_undo", ["job_id", "thing_id", "rev", "before"], values);
}

/** The same of profiles that an act has just made: nothing was before them, and what they are called is told where they are left. */
export async function keepCreated(db: Db, { kind }: Dialect, jobId: number, ids: readonly number[]): Promise<void> {
  // Written as JavaScript writes it: whoever brings answers finds them by how they begin.
  const object = sql.raw(
    kind === "sqlite" ? "json_object('made', name)" : "concat('{\"made\":', to_json(name)::text, '}')",
  );
  const insert = sql`insert into event_data_undo (job_id, thing_id, rev, before)
    select ${jobId}${sql.raw(kind === "sqlite" ? "" : "::int")}, id, 1, ${object} from event_data_thing where ${isOneOf(kind, "id", ids)}`;
  await send(db as never, insert.compile(db));
}

/**
 * The same for an act that may come to a profile again: what was before the first time stays, and waits for the revision after
 * the last one, unless somebody else has saved it in between.
 */
export async function keepFirst(db: Db, { kind }: Dialect, jobId: number, rows: readonly UndoRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE);
    const kept = JSON.stringify(
      some.map(({ thingId: id, rev, before }) => ({ id, rev, before: JSON.stringify(before) })),
    );
    const values =
      kind === "sqlite"
        ? sql`select ${jobId}, value ->> 'id', value ->> 'rev', value ->> 'before' from json_each(${kept}) where true`
        : sql`select ${jobId}::int, id, rev, before from json_to_recordset(${kept}::json) as v (id int, rev int, before text)`;
    const insert = sql`insert into event_data_undo (job_id, thing_id, rev, before) ${values}
      on conflict (job_id, thing_id) do update set rev = excluded.rev where event_data_undo.rev = excluded.rev - 1`;
    await send(db as never, insert.compile(db));
  }
}

/** Notes that an act has gone on, and what is known of it by now; from now on there are ten minutes again. */
export async function keepAct(db: Db, jobId: number, eventId: number, act: object, now: Date): Promise<string> {
  const until = new Date(now.getTime() + UNDO_MINUTES * 60_000).toISOString();
  const insert = tables(db)
    .insertInto("event_data_act")
    .values({ job_id: jobId, event_id: eventId, act: JSON.stringify(act), until, undone_at: null })
    .onConflict((conflict) => conflict.column("job_id").doUpdateSet({ until, act: JSON.stringify(act) }));
  await send(db as never, insert.compile());
  return until;
}

/** Notes that what a job did can be put back, by nobody but the job that is there for it; until a time that `endAct` sets. */
export async function holdAct(db: Db, jobId: number, eventId: number, act: object, now: Date): Promise<void> {
  const until = new Date(now.getTime() + HELD_MS).toISOString();
  await tables(db)
    .insertInto("event_data_act")
    .values({ job_id: jobId, event_id: eventId, act: JSON.stringify(act), until, undone_at: now.toISOString() })
    .onConflict((conflict) => conflict.column("job_id").doUpdateSet({ until }))
    .execute();
}

/** What a job kept for its putting back is of no more use. */
export async function endAct(db: Db, jobId: number, now: Date): Promise<void> {
  await tables(db)
    .updateTable("event_data_act")
    .set({ until: now.toISOString() })
    .where("job_id", "=", jobId)
    .execute();
}

/** What a job did cannot be undone: there is too much of it. */
export async function dropAct(db: Db, jobId: number): Promise<void> {
  for (const table of ["event_data_undo", "event_data_act"] as const)
    await send(db as never, tables(db).deleteFrom(table).where("job_id", "=", jobId).compile());
}

/** Keeps something else of an act. */
export async function changeAct(db: Db, jobId: number, act: object): Promise<void> {
  await tables(db)
    .updateTable("event_data_act")
    .set({ act: JSON.stringify(act) })
    .where("job_id", "=", jobId)
    .execute();
}

/** Acts of an event that are held. */
export async function heldActs(db: Db, eventId: number, now: Date): Promise<{ jobId: number; act: object }[]> {
  const rows = await tables(db)
    .selectFrom("event_data_act")
    .select(["job_id", "act"])
    .where("event_id", "=", eventId)
    .where("undone_at", "is not", null)
    .where("until", ">", now.toISOString())
    .execute();
  return rows.map(({ job_id, act }) => ({ jobId: job_id, act: JSON.parse(act) as object }));
}

/** Claims an act for its undoing; answers nothing when it is too late or has been claimed. */
export async function claimAct(db: Db, jobId: number, eventId: number, now: Date): Promise<object | undefined> {
  const row = await tables(db)
    .updateTable("event_data_act")
    .set({ undone_at: now.toISOString() })
    .where("job_id", "=", jobId)
    .where("event_id", "=", eventId)
    .where("undone_at", "is", null)
    .where("until", ">=", now.toISOString())
    .returning("act")
    .executeTakeFirst();
  return row && (JSON.parse(row.act) as object);
}

/** Takes away what has been put back of an act. */
export async function forgetUndone(db: Db, { kind }: Dialect, jobId: number, rows: readonly UndoRow[]): Promise<void> {
  const ids = rows.map(({ thingId }) => thingId);
  await tables(db)
    .deleteFrom("event_data_undo")
    .where("job_id", "=", jobId)
    .where(isOneOf(kind, "thing_id", ids))
    .execute();
}

/** Gives an act free whose undoing has ended early: for ten minutes, what is left of it can be undone. */
async function freeAct(db: Db, jobId: number, now: Date): Promise<void> {
  const act = await findAct(db, jobId);
  if (!act) return;
  const until = new Date(now.getTime() + UNDO_MINUTES * 60_000).toISOString();
  await tables(db)
    .updateTable("event_data_act")
    .set({ undone_at: null, until, act: JSON.stringify({ ...act, isPartlyBack: true }) })
    .where("job_id", "=", jobId)
    .execute();
}

/** Leaves an act, of which an undoing could put nothing back, as if that had not been: as long as before it can be undone. */
export async function leaveAct(db: Db, jobId: number): Promise<void> {
  await tables(db).updateTable("event_data_act").set({ undone_at: null }).where("job_id", "=", jobId).execute();
}

/** The end of an undoing that was stopped or broke; its payload names the job whose act it undoes. */
export const freeUndone = (db: Db, payload: unknown, at: Date): Promise<void> =>
  freeAct(db, (payload as { job: number }).job, at);

/** What an undoing of an act is started with that is whole or nothing: stopped, it gives way to one that does the act once more. */
export interface Undoes {
  /** The job whose act it is. */
  undoes: number;
}

/** The same where the act is done once more: whoever comes first, with a new undoing or with that, has it. */
export const freeWhole = (db: Db, payload: unknown, at: Date): Promise<void> =>
  freeAct(db, (payload as Undoes).undoes, at);

/** Claims an act to do it once more, as its undoing was stopped; answers nothing where somebody undoes it again. */
export async function claimAgain(db: Db, jobId: number, now: Date): Promise<boolean> {
  const act = (await claimWhenever(db, jobId, now)) ? await findAct(db, jobId) : undefined;
  if (act) await changeAct(db, jobId, { ...act, isReturning: true });
  return act !== undefined;
}

/** The end of that: the act as it is now can be undone, for ten minutes. */
export async function endAgain(db: Db, jobId: number, act: object, now: Date): Promise<string> {
  const until = new Date(now.getTime() + UNDO_MINUTES * 60_000).toISOString();
  await tables(db)
    .updateTable("event_data_act")
    .set({ undone_at: null, until, act: JSON.stringify(act) })
    .where("job_id", "=", jobId)
    .execute();
  return until;
}

/** Why an act cannot be claimed for its undoing. */
export async function whyClaimed(db: Db, jobId: number) {
  const act = (await findAct(db, jobId)) as { isReturning?: true } | undefined;
  return problem(act?.isReturning ? "event-data.undo_waits" : "event-data.undo_over");
}

/** What is kept of an act, as long as it is, whoever undoes it. */
export async function findAct(db: Db, jobId: number): Promise<object | undefined> {
  const row = await tables(db)
    .selectFrom("event_data_act")
    .select("act")
    .where("job_id", "=", jobId)
    .executeTakeFirst();
  return row && (JSON.parse(row.act) as object);
}

/** Claims an act for its undoing, however long ago it was; answers whether nobody had. */
export async function claimWhenever(db: Db, jobId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tables(db)
    .updateTable("event_data_act")
    .set({ undone_at: now.toISOString(), until: new Date(now.getTime() + HELD_MS).toISOString() })
    .where("job_id", "=", jobId)
    .where("undone_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The acts of an event that can still be undone, the latest first. */
export async function undoableActs(
  db: Db,
  eventId: number,
  now: Date,
): Promise<{ jobId: number; act: object; until: string }[]> {
  const rows = await tables(db)
    .selectFrom("event_data_act")
    .select(["job_id", "act", "until"])
    .where("event_id", "=", eventId)
    .where("undone_at", "is", null)
    .where("until", ">=", now.toISOString())
    .orderBy("job_id", "desc")
    .execute();
  return rows.map(({ job_id, act, until }) => ({ jobId: job_id, act: JSON.parse(act) as object, until }));
}

/** What an act kept, in the order of the ids, of profiles after one and at most up to another. */
export async function undoRows(db: Db, jobId: number, after: number, limit: number, upTo?: number): Promise<UndoRow[]> {
  const asked = tables(db)
    .selectFrom("event_data_undo")
    .select(["thing_id", "rev", "before"])
    .where("job_id", "=", jobId)
    .where("thing_id", ">", after)
    .orderBy("thing_id")
    .limit(limit);
  const rows = await (upTo === undefined ? asked : asked.where("thing_id", "<=", upTo)).execute();
  return rows.map(({ thing_id, rev, before }) => ({
    ...{ thingId: thing_id, rev: rev === COUNTED_ON ? 0 : rev },
    before: JSON.parse(before),
  }));
}

/** Of how many profiles an act kept something. */
export async function countUndo(db: Db, jobId: number): Promise<number> {
  const asked = tables(db)
    .selectFrom("event_data_undo")
    .select(({ fn }) => fn.countAll().as("count"));
  return Number((await asked.where("job_id", "=", jobId).executeTakeFirstOrThrow()).count);
}

/** Instead of 0: others have come back with what they had in common with it, for it will be tried after them. */
const COUNTED_ON = -1;

/** Those of some profiles that an act took out and that have not been tried yet; from now on they are counted on. */
export async function countOn(db: Db, { kind }: Dialect, jobId: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await tables(db)
    .updateTable("event_data_undo")
    .set({ rev: COUNTED_ON })
    .where("job_id", "=", jobId)
    .where("rev", "<=", 0)
    .where("before", "not like", `${ERASED}%`)
    .where(isOneOf(kind, "thing_id", [...ids]))
    .returning("thing_id")
    .execute();
  return rows.map(({ thing_id }) => thing_id);
}

/** Some of those that were counted on, with ids after one; they are no longer. */
export async function countedOn(db: Db, { kind }: Dialect, jobId: number, after: number): Promise<UndoRow[]> {
  const found = await tables(db)
    .selectFrom("event_data_undo")
    .select(["thing_id", "before"])
    .where("job_id", "=", jobId)
    .where("rev", "=", COUNTED_ON)
    .where("thing_id", ">", after)
    .orderBy("thing_id")
    .limit(ROWS_AT_ONCE)
    .execute();
  const ids = found.map(({ thing_id }) => thing_id);
  await tables(db)
    .updateTable("event_data_undo")
    .set({ rev: 0 })
    .where("job_id", "=", jobId)
    .where(isOneOf(kind, "thing_id", ids))
    .execute();
  return found.map(({ thing_id, before }) => ({ thingId: thing_id, rev: 0, before: JSON.parse(before) }));
}

/** Keeps something else of one profile. */
export async function changeBefore(db: Db, jobId: number, { thingId, before }: UndoRow): Promise<void> {
  await tables(db)
    .updateTable("event_data_undo")
    .set({ before: JSON.stringify(before) })
    .where("job_id", "=", jobId)
    .where("thing_id", "=", thingId)
    .execute();
}

/**
 * Forgets how erased profiles were before all acts of an event, so that no undoing brings them back; also those that went into
 * another one. Answers what stood there of them, to find their pictures and files by.
 */
export async function eraseUndo(db: Db, { kind }: Dialect, eventId: number, ids: readonly number[]): Promise<string[]> {
  const acts = actsOf(db, eventId);
  const erased = `${ERASED},"event_id":${eventId},"event":${eventId}}`;
  const found: string[] = [];
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
    const some = isOneOf(kind, "thing_id", ids.slice(at, at + ROWS_AT_ONCE));
    const rows = await tables(db)
      .selectFrom("event_data_undo")
      .select("before")
      .where("job_id", "in", acts)
      .where(some)
      .execute();
    for (const { before } of rows) found.push(before);
    if (rows.length === 0) continue;
    await tables(db)
      .updateTable("event_data_undo")
      .set({ before: erased })
      .where("job_id", "in", acts)
      .where(some)
      .execute();
  }
  return [...found, ...(await eraseMerged(db, acts, erased, new Set(ids)))];
}

export const actsOf = (db: Db, eventId: number) =>
  tables(db).selectFrom("event_data_act").select("job_id").where("event_id", "=", eventId);

/** A merge is kept by the one who stayed; with one of them erased, there is nobody to part them into. */
async function eraseMerged(db: Db, acts: ReturnType<typeof actsOf>, erased: string, ids: ReadonlySet<number>) {
  const found: string[] = [];
  for (let after = { job: 0, thing: 0 }; ; ) {
    const rows = await tables(db)
      .selectFrom("event_data_undo")
      .select(["job_id", "thing_id", "before"])
      .where("job_id", "in", acts)
      .where("before", "like", '{"merged":%')
      .where(({ or, and, eb }) =>
        or([eb("job_id", ">", after.job), and([eb("job_id", "=", after.job), eb("thing_id", ">", after.thing)])]),
      )
      .orderBy("job_id")
      .orderBy("thing_id")
      .limit(ROWS_AT_ONCE)
      .execute();
    const last = rows.at(-1);
    if (!last) return found;
    after = { job: last.job_id, thing: last.thing_id };
    for (const { job_id, thing_id, before } of rows) {
      const { merged } = JSON.parse(before) as { merged: { droppedId?: number }[] };
      if (!merged.some(({ droppedId }) => droppedId !== undefined && ids.has(droppedId))) continue;
      found.push(before);
      await tables(db)
        .updateTable("event_data_undo")
        .set({ before: erased })
        .where("job_id", "=", job_id)
        .where("thing_id", "=", thing_id)
        .execute();
    }
  }
}

/** Those of some profiles that have been erased since an act. */
export async function erasedOf(db: Db, { kind }: Dialect, jobId: number, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tables(db)
    .selectFrom("event_data_undo")
    .select("thing_id")
    .where("job_id", "=", jobId)
    .where("before", "like", `${ERASED}%`)
    .where(isOneOf(kind, "thing_id", [...ids]))
    .execute();
  return new Set(rows.map(({ thing_id }) => thing_id));
}

/** Takes away what can no longer be undone. An undoing that has begun in time has an hour. */
export async function tidyUndo({ db, now }: { db: Db; now: Date }): Promise<void> {
  const before = new Date(now.getTime() - HOUR_MS).toISOString();
  const over = await tables(db).selectFrom("event_data_act").select("job_id").where("until", "<", before).execute();
  for (const { job_id } of over)
    await removeInBlocks(db as never, "event_data_undo", "thing_id", sql<boolean>`job_id = ${job_id}`);
  await tables(db).deleteFrom("event_data_act").where("until", "<", before).execute();
}
