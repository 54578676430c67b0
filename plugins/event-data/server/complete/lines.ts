// Lines by which the completeness of an event's profiles is kept: one for each level of sight, so that what is hidden from somebody
// is not told by a share. A line never changes. When fields do, another is filled beside it, in blocks, and then takes its place:
// until then lists, columns and charts tell by the one that there was, all the same.
import { setTimeout as after } from "node:timers/promises";
import type { Field } from "#schemas/fields.ts";
import { type Db, sql } from "#server";
import { type Filling, inBlocks } from "../fields/blocks.ts";
import { analyzeThings, noteChange } from "../repository.ts";
import type { EventDataTables } from "../tables.ts";
import { shareRows } from "./share.ts";

/** Numbers of lines begin where no field's come to. */
const FIRST = 1_000_000_001;
/** Profiles a block, and how long those are waited for that somebody is saving. */
const BLOCK = 2000;
const SAVING_MS = 50;

const LEAVING = -1;
const FILLING = 0;
const READY = 1;

/** What is asked of the profiles of a type (0: of all types), as far as a role may see it. */
export interface Line {
  level: number;
  asked: { type: number; key: string }[];
}

const tables = (db: Db) => db.withTables<EventDataTables>();

/** The lines for some fields: for each role from which on some of them are hidden, those that are not. */
export function linesFor(fields: readonly Field[]): Line[] {
  const asked = fields.filter(({ archived_at }) => archived_at === null);
  const levels = [...new Set(asked.map(({ see_role }) => see_role))].sort((a, b) => a - b);
  return levels.map((level) => ({
    level,
    asked: asked
      .filter(({ see_role }) => see_role >= level)
      .flatMap(({ key, type_ids }) =>
        type_ids.length === 0 ? [{ type: 0, key }] : [...new Set(type_ids)].map((type) => ({ type, key })),
      ),
  }));
}

/** Whether a field that was saved asks something else than before, so that lines differ. */
export function asksElse(before: Field | undefined, after: Field): boolean {
  const asks = (field: Field | undefined) =>
    field && field.archived_at === null ? JSON.stringify([field.type_ids, field.event_ids, field.see_role]) : undefined;
  return asks(before) !== asks(after);
}

const shapeOf = ({ level, asked }: Line) =>
  JSON.stringify([level, ...asked.map(({ type, key }) => `${type} ${key}`).sort()]);

/** Brings the lines of an event in line with its fields. */
export async function keepComplete(filling: Filling, eventId: number, fields: readonly Field[]): Promise<void> {
  const wanted = linesFor(fields);
  const { inTransaction, dialect } = filling;
  const shapes = wanted.map(shapeOf);
  let lacking: number[] = [];
  let others: number[] = [];
  await inTransaction(async (db) => {
    await dialect.lock(db as never, `event-data.complete ${eventId}`);
    const have = await linesOf(db, eventId);
    const found = have.filter(({ ready, shape }) => ready !== LEAVING && shapes.includes(shape));
    const made = await addLines(
      db,
      eventId,
      wanted.filter((one) => !found.some(({ shape }) => shape === shapeOf(one))),
      FILLING,
    );
    lacking = [...found.filter(({ ready }) => ready === FILLING).map(({ line }) => line), ...made];
    others = have.filter((one) => !found.includes(one)).map(({ line }) => line);
    return 0;
  });
  if (lacking.length > 0) await fill(filling, eventId, lacking);
  if (lacking.length > 0 || others.length > 0)
    await inTransaction(async (db) => {
      await noteChange(db, eventId);
      await mark(db, eventId, lacking, READY);
      await mark(db, eventId, others, LEAVING);
      if (lacking.length > 0) await analyzeThings(db, dialect);
      return 0;
    });
  for (const line of others) await clear(filling, eventId, line);
}

/** Has an event where nobody is yet keep how complete profiles are from the first one on. */
export async function completeEmpty(db: Db, eventId: number, fields: readonly Field[]): Promise<void> {
  await addLines(db, eventId, linesFor(fields), READY);
}

/** Whether an event keeps how complete its profiles are. */
export async function hasLines(db: Db, eventId: number): Promise<boolean> {
  const one = tables(db).selectFrom("event_data_complete").select("line").where("event_id", "=", eventId).limit(1);
  return (await one.executeTakeFirst()) !== undefined;
}

async function linesOf(db: Db, eventId: number) {
  const lines = await tables(db)
    .selectFrom("event_data_complete")
    .select(["line", "level", "ready"])
    .where("event_id", "=", eventId)
    .execute();
  const asked = await tables(db)
    .selectFrom("event_data_asked")
    .select(["line", "of_type", "key"])
    .where("event_id", "=", eventId)
    .execute();
  return lines.map(({ line, level, ready }) => {
    const own = asked.flatMap((one) => (one.line === line ? [{ type: one.of_type, key: one.key }] : []));
    return { line, ready, shape: shapeOf({ level, asked: own }) };
  });
}

/** Answers their numbers. */
export async function addLines(
  db: Db,
  eventId: number,
  lines: readonly Line[],
  ready: typeof FILLING | typeof READY,
): Promise<number[]> {
  if (lines.length === 0) return [];
  const { last } = await tables(db)
    .selectFrom("event_data_complete")
    .select(({ fn }) => fn.max("line").as("last"))
    .where("event_id", "=", eventId)
    .executeTakeFirstOrThrow();
  const first = last ? Number(last) + 1 : FIRST;
  const asked = lines.flatMap(({ asked: keys }, at) =>
    keys.map(({ type, key }) => {
      return { event_id: eventId, line: first + at, of_type: type, key, path: `$.${JSON.stringify(key)}` };
    }),
  );
  // What is asked is there before the line is, since whoever writes a profile takes the line as it is.
  for (let at = 0; at < asked.length; at += BLOCK)
    await tables(db)
      .insertInto("event_data_asked")
      .values(asked.slice(at, at + BLOCK))
      .execute();
  const rows = lines.map(({ level }, at) => ({ event_id: eventId, line: first + at, level, ready }));
  await tables(db).insertInto("event_data_complete").values(rows).execute();
  return rows.map(({ line }) => line);
}

/** One that another job has meanwhile begun to take away does not come back. */
async function mark(db: Db, eventId: number, lines: readonly number[], ready: number): Promise<void> {
  if (lines.length === 0) return;
  await tables(db)
    .updateTable("event_data_complete")
    .set({ ready })
    .where("event_id", "=", eventId)
    .where("line", "in", [...lines])
    .where("ready", ">=", FILLING)
    .execute();
}

/**
 * Puts the shares of all profiles in. On PostgreSQL it passes over those that somebody is saving, whose share may be another in a
 * moment, and never waits for them, since they may wait for it; they are looked for again.
 */
async function fill(filling: Filling, eventId: number, lines: readonly number[]): Promise<void> {
  const { dialect } = filling;
  const isPostgres = dialect.kind === "postgres";
  const { into, select } = shareRows(dialect.kind);
  const here = sql`event_id = ${eventId}`;
  const isLacking = sql<boolean>`exists (select 1 from event_data_complete as c where c.event_id = ${eventId}
    and c.line in (${sql.join([...lines])}) and c.ready >= 0 and not exists (select 1 from event_data_answer as a
      where a.of_event = c.event_id and a.of_field = c.line and a.thing_id = thing.id))`;
  for (let isAgain = false; ; isAgain = true) {
    let last = 0;
    await inBlocks(filling, async (db) => {
      // Whoever takes profiles out or puts some in ends first.
      await noteChange(db, eventId);
      const lacking = isAgain ? sql`and ${isLacking}` : sql``;
      const block = sql`select id from event_data_thing as thing where ${here} and id > ${last} ${lacking} order by id limit ${BLOCK}`;
      const { rows } = await sql<{ next: number | null }>`select max(id) as next from (${block}) as block`.execute(db);
      const next = Number(rows[0]?.next ?? 0);
      const free = isPostgres ? sql`for no key update skip locked` : sql``;
      if (next > 0)
        await sql`insert into ${sql.raw(into)} select ${sql.raw(select)}
          from (select * from event_data_thing as thing where ${here} and id > ${last} and id <= ${next} ${lacking} ${free}) as t
          join event_data_complete as l on l.event_id = ${eventId} and l.ready >= 0 and l.line in (${sql.join([...lines])})
          where 1 = 1
          on conflict do nothing`.execute(db);
      last = next;
      return next;
    });
    if (!isPostgres || !(await isSomeLacking())) return;
    await after(SAVING_MS);
  }

  async function isSomeLacking(): Promise<boolean> {
    let found = false;
    await filling.inTransaction(async (db) => {
      const asked = sql`select id from event_data_thing as thing where ${here} and ${isLacking} limit 1`;
      found = (await asked.execute(db)).rows.length > 0;
      return 0;
    });
    return found;
  }
}

async function clear(filling: Filling, eventId: number, line: number): Promise<void> {
  const own = sql`of_event = ${eventId} and of_field = ${line}`;
  const key = sql`answer_number, answer_text, thing_id`;
  await inBlocks(filling, async (db) => {
    const block = sql`select ${key} from event_data_answer where ${own} order by ${key} limit ${BLOCK}`;
    const done = await sql`delete from event_data_answer where ${own} and (${key}) in (${block})`.execute(db);
    return Number(done.numAffectedRows ?? 0);
  });
  await filling.inTransaction(async (db) => {
    for (const table of ["event_data_asked", "event_data_complete"] as const)
      await tables(db).deleteFrom(table).where("event_id", "=", eventId).where("line", "=", line).execute();
    return 0;
  });
}
