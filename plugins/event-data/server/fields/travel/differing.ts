// People whose answers to a multi-event field differ between events: found, and settled with the newest or a chosen one.

import type { Differing, SettleDraft, Settled } from "#schemas/fieldDiffering.ts";
import type { Field } from "#schemas/fields.ts";
import {
  changes,
  type Db,
  type Dialect,
  isOneOf,
  type JobContext,
  type JobHandler,
  listAppTypesOf,
  listEventNamesOf,
  mayOpen,
  sql,
} from "#server";
import type { Thing } from "../../../contract.ts";
import { taken } from "../../bulk/runBulk.ts";
import { Undo } from "../../bulk/undo.ts";
import { countUndo, forgetUndone, freeUndone, keepAct, keepBefore, undoRows } from "../../bulk/undoRows.ts";
import { saveMany } from "../../bulk/writeMany.ts";
import { comparable, OBJECT } from "../../history.ts";
import { lockThings } from "../../locks.ts";
import { asThing, COLUMNS } from "../../repository.ts";
import { PARTICIPANTS } from "../../rules.ts";
import type { EventDataTables } from "../../tables.ts";
import { fieldGone } from "../gone.ts";
import { findField } from "../repository.ts";
import { sizesOf } from "../slices.ts";
import { findTaken, GIVING } from "../unique.ts";
import { type Here, isAsked } from "./carry.ts";

export const SETTLE_JOB = "event-data.settle";
export const SETTLE_UNDO_JOB = "event-data.settle-undo";

const BLOCK = 200;
/** Addresses that are found at once: finding them takes longer than reading whose they are. */
const FOUND_AT_ONCE = 5000;

/** Where answers are compared and settled: the events that ask, are not archived and may be opened. */
interface Where {
  db: Db;
  dialect: Dialect;
  events: readonly number[];
  /** All of these but the one with the most profiles. */
  smaller: readonly number[];
  types: readonly number[];
}

interface Person {
  email: string;
  name: string;
  answers: { thing: Here; answer: unknown }[];
}

async function whereOf(
  db: Db,
  dialect: Dialect,
  appId: number,
  allowed: readonly number[],
  field: Field,
): Promise<Where> {
  const names = await listEventNamesOf(db, appId);
  const asks = (id: number) => field.event_ids.length === 0 || field.event_ids.includes(id);
  const events = [...names].flatMap(([id, { archived }]) =>
    !archived && mayOpen(allowed, id) && asks(id) ? [id] : [],
  );
  const people = (await listAppTypesOf(db, appId)).filter(({ categoryId }) => categoryId === PARTICIPANTS);
  const types = people.map(({ id }) => id).filter((id) => field.type_ids.length === 0 || field.type_ids.includes(id));
  const sizes = await sizesOf(db, events);
  const [, ...smaller] = [...events].sort((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0));
  return { db, dialect, events, smaller, types };
}

/**
 * Addresses after one of them whose answers differ. Whose answers are looked at is in two events: each address of the smaller
 * ones is looked up in the others, so that of a large event only those are read who are elsewhere as well.
 */
function differ({ dialect: { kind, jsonText }, events, smaller, types }: Where, { key }: Field, after: string) {
  const answer = jsonText(sql.ref("t.fields"), key);
  // SQLite would begin with all profiles of the events, or of the types.
  const [join, type] = kind === "sqlite" ? [sql`cross join`, "+t.type_id"] : [sql`join`, "t.type_id"];
  return sql`select t.email_key as email_key from
    (select distinct s.email_key from event_data_thing as s
      where ${isOneOf(kind, "s.event_id", smaller)} and s.email_key > ${after} and exists
        (select 1 from event_data_thing as o
          where ${isOneOf(kind, "o.event_id", events)} and o.event_id <> s.event_id and o.email_key = s.email_key)) as p
    ${join} event_data_thing as t on t.email_key = p.email_key and ${isOneOf(kind, "t.event_id", events)}
    where ${isAmong(kind, type, types)} and ${answer} is not null
    group by t.email_key having count(distinct ${answer}) > 1`;
}

function isAmong(kind: Dialect["kind"], column: string, values: readonly number[]) {
  return kind === "sqlite"
    ? sql`${sql.raw(column)} in (select value from json_each(${JSON.stringify(values)}))`
    : isOneOf(kind, column, values);
}

async function peopleOf(
  { db, dialect, events, types }: Where,
  field: Field,
  keys: readonly string[],
): Promise<Person[]> {
  const rows = await db
    .withTables<EventDataTables>()
    .selectFrom("event_data_thing")
    .select([...COLUMNS, "event_id"])
    .where(isOneOf(dialect.kind, "event_id", events))
    .where(isOneOf(dialect.kind, "email_key", keys))
    .execute();
  const people = new Map<string, Person>();
  for (const { event_id, ...row } of rows) {
    const thing = { ...asThing(row), event_id };
    const answer = thing.fields[field.key];
    // Types are looked at here: in SQL they would lead through all profiles of theirs instead of through the addresses.
    if (answer === undefined || !types.includes(thing.type_id) || !isAsked(field, thing)) continue;
    const person = people.get(thing.email) ?? { email: thing.email, name: thing.name, answers: [] };
    person.answers.push({ thing, answer });
    people.set(thing.email, person);
  }
  for (const { answers } of people.values())
    answers.sort(({ thing: one }, { thing: other }) => latestFirst(one, other));
  return [...people.values()]
    .filter(({ answers }) => new Set(answers.map(({ answer }) => JSON.stringify(answer))).size > 1)
    .sort((one, other) => (one.email < other.email ? -1 : 1));
}

function latestFirst(one: Here, other: Here): number {
  if (one.updated_at === other.updated_at) return other.id - one.id;
  return one.updated_at < other.updated_at ? 1 : -1;
}

async function keysAfter(where: Where, field: Field, after: string, most = BLOCK): Promise<string[]> {
  if (where.events.length < 2 || where.types.length === 0) return [];
  const asked = sql<{ email_key: string }>`${differ(where, field, after)} order by email_key limit ${most}`;
  return (await asked.execute(where.db)).rows.map(({ email_key }) => email_key);
}

/** How many people's answers differ, and the first of them. */
export async function listDiffering(
  db: Db,
  dialect: Dialect,
  app: { id: number; allowedEvents: readonly number[] },
  field: Field,
): Promise<Differing> {
  const where = await whereOf(db, dialect, app.id, app.allowedEvents, field);
  const keys = await keysAfter(where, field, "");
  if (keys.length === 0) return { field, differing: 0, people: [] };
  const people = (await peopleOf(where, field, keys)).map(told);
  return { field, differing: await countDiffering(where, field, ""), people };
}

/** All of them, some at a time. */
export async function* eachDiffering(
  db: Db,
  dialect: Dialect,
  app: { id: number; allowedEvents: readonly number[] },
  field: Field,
): AsyncGenerator<Differing["people"]> {
  const where = await whereOf(db, dialect, app.id, app.allowedEvents, field);
  for (let after = ""; ; ) {
    const keys = await keysAfter(where, field, after, FOUND_AT_ONCE);
    const last = keys.at(-1);
    if (last === undefined) return;
    after = last;
    for (let at = 0; at < keys.length; at += BLOCK)
      yield (await peopleOf(where, field, keys.slice(at, at + BLOCK))).map(told);
    if (keys.length < FOUND_AT_ONCE) return;
  }
}

function told({ email, name, answers }: Person): Differing["people"][number] {
  const each = answers.map(({ thing, answer }) => {
    return { thing_id: thing.id, event_id: thing.event_id, answer, updated_at: thing.updated_at };
  });
  return { email, name, answers: each };
}

async function countDiffering(where: Where, field: Field, after: string): Promise<number> {
  const asked = sql<{ count: number }>`select count(*) as count from (${differ(where, field, after)}) as differing`;
  const { rows } = await asked.execute(where.db);
  return Number(rows[0]?.count ?? 0);
}

export interface SettlePayload extends SettleDraft {
  fieldId: number;
}

export const runSettle: JobHandler = async (context): Promise<Settled> => {
  const { fieldId, ...draft } = context.payload as SettlePayload;
  const { appId, dialect, who } = context;
  const before = context.kept as { at: string; result: Settled } | undefined;
  const result: Settled = before?.result ?? { changed: 0, skipped: 0, until: null };
  let left: number | undefined;
  let seen = 0;
  let found: string[] = [];
  for (let after = before?.at ?? ""; ; ) {
    const field = await findField(context.read, appId, fieldId);
    if (!field) throw fieldGone();
    const there = await whereOf(context.read, dialect, appId, who.allowedEvents, field);
    if (found.length === 0) found = await keysAfter(there, field, after, FOUND_AT_ONCE);
    // Whose answers do not differ any more is left out once they are locked.
    const keys = found.splice(0, BLOCK);
    if (keys.length === 0) break;
    left ??= await countDiffering(there, field, after);
    after = keys.at(-1) as string;
    await context.inTransaction(
      async (db) => {
        await dialect.lockShared(db as never, GIVING);
        const where = await whereOf(db, dialect, appId, who.allowedEvents, field);
        await settle(context, db, field, await peopleOf(where, field, keys), draft, result);
        result.until = await keepAct(db, context.id, 0, { fieldId }, context.now());
      },
      { keep: () => ({ at: after, result }) },
    );
    seen += keys.length;
    context.progress(seen / Math.max(1, left));
    context.signal.throwIfAborted();
  }
  return context.inTransaction(async () => result, { last: true });
};

async function settle(
  context: JobContext,
  db: Db,
  field: Field,
  people: readonly Person[],
  { differing, choices = [] }: SettleDraft,
  result: Settled,
): Promise<void> {
  const { dialect, appId } = context;
  const settled = people.flatMap(({ email, answers }) => {
    const choice = choices.find((one) => one.email.toLowerCase() === email);
    const winner =
      answers.find(({ thing }) => thing.id === choice?.thing_id) ?? (differing === "newest" ? answers[0] : undefined);
    const others = winner
      ? answers.filter(({ answer }) => JSON.stringify(answer) !== JSON.stringify(winner.answer))
      : [];
    return others.map(({ thing }) => ({ thing, answer: winner?.answer as Thing["fields"][string] }));
  });
  for (const eventId of [...new Set(settled.map(({ thing }) => thing.event_id))].sort((a, b) => a - b)) {
    await lockThings(db, dialect, eventId);
    const saving = settled
      .filter(({ thing }) => thing.event_id === eventId)
      .map(({ thing: { event_id: _, ...thing }, answer }) => {
        const fields = { ...thing.fields, [field.key]: answer };
        return { id: thing.id, rev: thing.rev, values: { ...thing, fields }, thing };
      });
    const givers = saving.map(({ id, values, thing }) => ({ id, values, before: thing }));
    const refused = (await findTaken(db, dialect, { id: eventId, app_id: appId }, givers)).map(({ at }) => at);
    const rest = saving.filter((_, at) => !refused.includes(at));
    const saved = await saveMany(db, dialect, eventId, rest, context.now().toISOString());
    const done = rest.filter(({ id }) => saved.has(id));
    result.changed += done.length;
    result.skipped += saving.length - done.length;
    const before = done.map(({ thing }) => {
      return { thingId: thing.id, rev: thing.rev + 1, before: { ...thing, event_id: eventId } };
    });
    await keepBefore(db, dialect, context.id, before);
    for (const { thing, values } of done) {
      const object = { type: OBJECT, id: thing.id, label: thing.name };
      const difference = changes(comparable(thing), { ...taken(thing), ...comparable(values) });
      await context.audit(db, { action: "save", object, ...difference }, eventId);
    }
  }
}

/** The answers are again those of each event: what is put back is carried nowhere. */
const giveBack: JobHandler = async (context): Promise<Settled> => {
  const { job } = context.payload as { job: number };
  const { changed = 0, skipped = 0 } = (context.kept?.result as Settled | undefined) ?? {};
  const told = { changed, unchanged: 0, skipped, errors: [], sample: [], until: null };
  const total = Math.max(1, changed + skipped + (await countUndo(context.read, job)));
  const result = (): Settled => ({ changed: told.changed, skipped: told.skipped, until: null });
  for (let after = 0; ; ) {
    context.progress((told.changed + told.skipped) / total);
    const rows = await undoRows(context.read, job, after, BLOCK);
    if (rows.length === 0) break;
    after = rows.at(-1)?.thingId ?? after;
    const putBack = async (db: Db) => {
      await forgetUndone(db, context.dialect, job, rows);
      const eventOf = ({ before }: (typeof rows)[number]) => (before as { event_id: number }).event_id;
      for (const eventId of [...new Set(rows.map(eventOf))].sort((a, b) => a - b))
        await new Undo(context, eventId, told, false).take(
          db,
          rows.filter((row) => eventOf(row) === eventId),
        );
    };
    await context.inTransaction(putBack, { keep: () => ({ at: after, result: result() }) });
    context.signal.throwIfAborted();
  }
  return context.inTransaction(async () => result(), { last: true });
};

/** Can be stopped between its blocks; what is left is then given back by another job. */
export const undoSettle: JobHandler = Object.assign(giveBack, { release: freeUndone });
