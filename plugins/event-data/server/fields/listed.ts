// Which fields lists are sorted and grouped by, and the filling of their table: in blocks, so that a million profiles
// hold nobody up. While a field is being filled, lists read its answers out of the profiles.
import { type Field, isKept, isListed } from "#schemas/fields.ts";
import { type Db, type JobContext, type JobHandler, type KeptOrder, sql } from "#server";
import { completeEmpty, keepComplete } from "../complete/lines.ts";
import { ANSWER_COLUMNS } from "../complete/order.ts";
import { answerRows } from "../migrations/0183_folded_answers.ts";
import { analyzeThings, noteChange } from "../repository.ts";
import type { EventDataTables } from "../tables.ts";
import { type Filling, inBlocks } from "./blocks.ts";
import { listFieldsOf } from "./repository.ts";
import { isWritten } from "./rules.ts";
import { GIVING } from "./unique.ts";

/** The job that fills and clears; its payload is `{ eventIds }`. */
export const LISTED_JOB = "event-data.listed";

const BLOCK = 2000;

/** An order that is kept of a field's answers, see `ListedTable`. */
interface Line {
  id: number;
  key: string;
  folds: 0 | 1 | 2;
}

/** Files are found by what they are kept under, and stand in lists by what they are called. */
function linesOf(field: Field): Line[] {
  const { id, key, kind } = field;
  const own: Line[] = isKept(field) ? [{ id, key, folds: kind === "file" || isWritten(field) ? 0 : 1 }] : [];
  return kind === "file" && isListed(field) ? [...own, { id: -id, key, folds: 2 }] : own;
}

const tables = (db: Db) => db.withTables<EventDataTables>();

/** The same of a job. */
function fillingOf({ dialect, inTransaction, isAwaited }: JobContext): Filling {
  return { dialect, isAwaited, inTransaction: (work) => inTransaction(work) };
}

export const runListed: JobHandler = async (context) => {
  const { eventIds } = context.payload as { eventIds: readonly number[] };
  for (const id of eventIds) {
    await keepListed(fillingOf(context), context.read, { id, app_id: context.appId });
    context.signal.throwIfAborted();
  }
  return { events: eventIds.length };
};

/** Brings the table of one event in line with the marks of its fields, and with what they ask. */
export async function keepListed(filling: Filling, read: Db, event: { id: number; app_id: number }): Promise<void> {
  const fields = await listFieldsOf(read, event);
  await keepMarked(filling, read, event.id, fields);
  await keepComplete(filling, event.id, fields);
}

async function keepMarked(filling: Filling, read: Db, eventId: number, fields: readonly Field[]): Promise<void> {
  const wanted = fields.flatMap(linesOf);
  const have = await tables(read)
    .selectFrom("event_data_listed")
    .select(["field_id", "ready"])
    .where("event_id", "=", eventId)
    .execute();
  for (const { field_id } of have)
    if (!wanted.some(({ id }) => id === field_id)) await clearLine(filling, eventId, field_id);
  const lacking = wanted.filter(({ id }) => !have.some(({ field_id, ready }) => field_id === id && ready === 1));
  for (const line of lacking) await fill(filling, eventId, line);
  if (lacking.length === 0) return;
  await filling.inTransaction(async (db) => {
    await analyzeThings(db, filling.dialect);
    return 0;
  });
}

/** Lists read the answers to a field out of the profiles from here on. */
export async function forgetListed(db: Db, eventId: number, fieldId: number): Promise<void> {
  await tables(db)
    .deleteFrom("event_data_listed")
    .where("event_id", "=", eventId)
    .where("field_id", "in", [fieldId, -fieldId])
    .execute();
}

/** Puts the answers to a field of an event in order anew. */
export async function renewListed(context: JobContext, eventId: number, fieldId: number): Promise<void> {
  const filling = fillingOf(context);
  await clearLine(filling, eventId, fieldId);
  await clearLine(filling, eventId, -fieldId);
  await keepListed(filling, context.read, { id: eventId, app_id: context.appId });
}

/** Has an event where nobody is yet keep the order of its fields from the first profile on. */
export async function listEmpty(db: Db, eventId: number, fields: readonly Field[]): Promise<void> {
  await completeEmpty(db, eventId, fields);
  const lines = fields.flatMap(linesOf).map((line) => ({ ...rowOf(eventId, line), ready: 1 }));
  if (lines.length > 0) await tables(db).insertInto("event_data_listed").values(lines).execute();
}

function rowOf(eventId: number, { id, key, folds }: Line) {
  return { event_id: eventId, field_id: id, key, path: `$.${JSON.stringify(key)}`, folds };
}

async function fill(filling: Filling, eventId: number, line: Line): Promise<void> {
  const { dialect, inTransaction } = filling;
  const { into, select } = answerRows(dialect.kind);
  const fieldId = line.id;
  // From here on whoever writes a profile writes its answer too.
  await inTransaction(async (db) => {
    await tables(db)
      .insertInto("event_data_listed")
      .values({ ...rowOf(eventId, line), ready: 0 })
      .onConflict((conflict) => conflict.columns(["event_id", "field_id"]).doUpdateSet({ ready: 0 }))
      .execute();
    return 0;
  });
  // Who gave answers before that line was there ends first.
  await inTransaction(async (db) => {
    await dialect.lock(db as never, GIVING);
    return 0;
  });
  let after = 0;
  await inBlocks(filling, async (db) => {
    // On PostgreSQL whoever is writing profiles of the event ends first.
    await noteChange(db, eventId);
    const block = sql`select * from event_data_thing where event_id = ${eventId} and id > ${after} order by id limit ${BLOCK}`;
    const { rows } = await sql<{ last: number | null }>`select max(id) as last from (${block}) as block`.execute(db);
    await sql`insert into ${sql.raw(into)} select ${sql.raw(select)} from (${block}) as t
      join event_data_listed as l on l.event_id = ${eventId} and l.field_id = ${fieldId} where 1 = 1
      on conflict do nothing`.execute(db);
    after = Number(rows[0]?.last ?? 0);
    return after;
  });
  await inTransaction(async (db) => {
    await tables(db)
      .updateTable("event_data_listed")
      .set({ ready: 1 })
      .where("event_id", "=", eventId)
      .where("field_id", "=", fieldId)
      .execute();
    return 0;
  });
}

async function clearLine(filling: Filling, eventId: number, fieldId: number): Promise<void> {
  await filling.inTransaction(async (db) => {
    await tables(db)
      .deleteFrom("event_data_listed")
      .where("event_id", "=", eventId)
      .where("field_id", "=", fieldId)
      .execute();
    return 0;
  });
  const own = sql`of_event = ${eventId} and of_field = ${fieldId}`;
  const key = sql`answer_number, answer_text, thing_id`;
  await inBlocks(filling, async (db) => {
    const block = sql`select ${key} from event_data_answer where ${own} order by ${key} limit ${BLOCK}`;
    const done = await sql`delete from event_data_answer where ${own} and (${key}) in (${block})`.execute(db);
    return Number(done.numAffectedRows ?? 0);
  });
}

/** The orders of lists that are kept for an event, by the names that questions use. */
export async function keptOrders(db: Db, eventId: number, zone: string): Promise<Record<string, KeptOrder>> {
  const rows = await tables(db)
    .selectFrom("event_data_listed as listed")
    .innerJoin("event_data_field as field", (join) => join.on(sql`field.id`, "=", sql`abs(listed.field_id)`))
    .select(["listed.field_id", "listed.key", "listed.folds", "field.kind"])
    .where("listed.event_id", "=", eventId)
    .where("listed.ready", "=", 1)
    .where((is) => is.or([is("field.kind", "!=", "file"), is("listed.folds", "=", 2)]))
    .execute();
  return Object.fromEntries(
    rows.map(({ field_id, key, folds, kind }) => [
      `fields.${key}`,
      {
        from: "event_data_answer",
        where: sql<boolean>`(of_event = ${eventId} and of_field = ${field_id})`,
        id: "thing_id",
        number: "answer_number",
        text: "answer_text",
        folds: folds > 0,
        many: kind === "choices",
        ...(kind === "datetime" && { days: zone }),
        columns: ANSWER_COLUMNS,
      },
    ]),
  );
}
