// Answers that no two profiles may give. Whoever gives answers asks here first, in the transaction in which they are written:
// on PostgreSQL two who give the same answer wait for each other, and a field that becomes such waits for all who are giving.
import type { AnswerProblem } from "#schemas/answers/check.ts";
import type { Field } from "#schemas/fields.ts";
import {
  type Db,
  type Dialect,
  fold,
  isOneOf,
  keyInOrder,
  listAppTypesOf,
  listEventIdsOf,
  mayOpen,
  sql,
} from "#server";
import type { Thing } from "../../contract.ts";
import { RowRefused } from "../import/readRow.ts";
import { holdThings } from "../locks.ts";
import { PARTICIPANTS } from "../rules.ts";
import type { EventDataTables } from "../tables.ts";
import { listUnique } from "./repository.ts";
import { AnswersRefused, isWritten } from "./rules.ts";

/** Held together by all who give answers; alone by who makes a field unique. */
export const GIVING = "event-data.giving";

/** An event by what its fields are found with. */
export interface EventPlace {
  id: number;
  app_id: number;
}

/** Who gives answers, and which. */
type Person = Pick<Thing, "email" | "name" | "type_id" | "fields">;

/** A profile as it is about to be written. */
export interface Giver {
  /** 0 for a new one; below that what stands for one that a dry run would have made. */
  id: number;
  values: Person;
  before?: Person | undefined;
  /** Ids of profiles of the event that are gone once it is written: what they give is free. */
  going?: readonly number[];
}

interface Holder {
  id: number;
  event_id: number;
  type_id: number;
  name: string;
  email: string;
}

/** By data type its category. */
export type Categories = ReadonlyMap<number, number>;

/** An answer that another profile gives; of profiles that are written together, one before it. */
export interface Taken {
  at: number;
  key: string;
  holder: Holder;
}

/** What has been given, and given up, by earlier blocks that are not written. */
export class Given {
  /** By field and answer. */
  readonly by = new Map<string, Holder>();
  /** By field and answer, and who is stored with it. */
  readonly freed = new Set<string>();
}

/** How two answers are compared: texts without regard to the case of A to Z; the rest as it is. */
export function answerKey({ kind }: Pick<Field, "kind">, answer: unknown): string {
  const text = String(answer);
  return kind === "text" ? text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase()) : text;
}

/**
 * The answers that others give already, in the order of the givers. Until the transaction ends, nobody else gives the rest, and
 * no field comes to be `unique`.
 */
export async function findTaken(
  db: Db,
  dialect: Dialect,
  event: EventPlace,
  givers: readonly Giver[],
  given: Given = new Given(),
  unique: () => Promise<readonly Field[]> = () => listUnique(db, event),
): Promise<Taken[]> {
  if (!givers.some((giver) => isNew(giver) || hasOtherAnswers(giver))) return [];
  await dialect.lockShared(db as never, GIVING);
  const taken: Taken[] = [];
  const noted: { at: number; name: string; was: Holder | undefined }[] = [];
  const fields = await unique();
  const categories = fields.length > 0 ? await categoriesOf(db, event.app_id) : new Map<number, number>();
  for (const field of fields) {
    const { key } = field;
    const giving = givers.flatMap((giver, at) => (gives(giver, field) ? [{ giver, at }] : []));
    if (giving.length === 0) continue;
    await dialect.lock(db as never, `${GIVING} ${field.id}`);
    const answers = giving.map(({ giver }) => giver.values.fields[key]);
    const holders = groupedBy(await findHolders(db, dialect, event, field, answers));
    for (const { giver, at } of giving) {
      const answer = answerKey(field, giver.values.fields[key]);
      const name = `${field.id} ${answer}`;
      const was = given.by.get(name);
      const stored = (holders.get(answer) ?? []).filter((one) => !given.freed.has(freedBy(name, one)));
      const holder = [...stored, ...(was ? [was] : [])].find((one) => !isSame(one, giver, event, categories));
      if (holder) taken.push({ at, key, holder });
      else {
        noted.push({ at, name, was });
        given.by.set(name, asHolder(giver, event));
      }
    }
  }
  const refused = new Set(taken.map(({ at }) => at));
  for (const { at, name, was } of noted) {
    if (!refused.has(at)) continue;
    if (was) given.by.set(name, was);
    else given.by.delete(name);
  }
  const written = givers.filter((_, at) => !refused.has(at));
  for (const giver of written) for (const field of fields) giveUp(given, giver, field, event);
  return taken.sort((one, other) => one.at - other.at);
}

const freedBy = (name: string, { event_id, id }: Pick<Holder, "event_id" | "id">) => `${event_id} ${id} ${name}`;

/** Those who are written after these may give what one of them gives no more. */
function giveUp(given: Given, giver: Giver, field: Field, event: EventPlace): void {
  const [old, own] = [giver.before?.fields[field.key], giver.values.fields[field.key]];
  const nameOf = (answer: unknown) => `${field.id} ${answerKey(field, answer)}`;
  const there = { event_id: event.id, id: giver.id };
  if (own !== undefined) given.freed.delete(freedBy(nameOf(own), there));
  if (old === undefined || (own !== undefined && nameOf(own) === nameOf(old))) return;
  if (given.by.get(nameOf(old))?.id === giver.id) given.by.delete(nameOf(old));
  if (giver.id > 0) given.freed.add(freedBy(nameOf(old), there));
}

/** Lets nobody else give answers to such fields until the transaction ends: for those who write several profiles one after another. */
export async function holdAnswers(db: Db, dialect: Dialect, event: EventPlace): Promise<void> {
  await holdThings(db, dialect, event.id);
  await dialect.lockShared(db as never, GIVING);
  for (const { id } of await listUnique(db, event)) await dialect.lock(db as never, `${GIVING} ${id}`);
}

/** The same for one profile: refuses what is taken. */
export async function refuseTaken(
  db: Db,
  dialect: Dialect,
  event: EventPlace,
  giver: Giver,
  who: { allowedEvents: readonly number[] },
): Promise<void> {
  const taken = await findTaken(db, dialect, event, [giver]);
  if (taken.length > 0) throw new AnswersRefused(taken.map((one) => asProblem(one, event, who)));
}

/** What whoever asks is told: another profile of the event by name; one of another event only where they may open that. */
export function asProblem(
  { key, holder }: Taken,
  event: EventPlace,
  { allowedEvents }: { allowedEvents: readonly number[] },
): AnswerProblem {
  const isSeen = holder.event_id === event.id || mayOpen(allowedEvents, holder.event_id);
  // Not written yet.
  if (holder.id <= 0) return { key, code: "taken_before", params: { name: holder.name } };
  if (!isSeen) return { key, code: "taken_elsewhere", params: {} };
  return { key, code: "taken", params: { name: holder.name, id: holder.id } };
}

/** By the place of the giver, why the row is refused. */
export function refusedRows(
  taken: readonly Taken[],
  event: EventPlace,
  who: { allowedEvents: readonly number[] },
): Map<number, RowRefused> {
  const refused = new Map<number, RowRefused>();
  for (const one of taken) {
    const { key, code, params } = asProblem(one, event, who);
    const problems = [...(refused.get(one.at)?.problems ?? [])];
    refused.set(
      one.at,
      new RowRefused([...problems, { field: `fields.${key}`, key: `answer.${code}`, values: params }]),
    );
  }
  return refused;
}

function isNew({ before, values }: Giver): boolean {
  return before === undefined && Object.keys(values.fields).length > 0;
}

function hasOtherAnswers({ before, values }: Giver): boolean {
  if (!before) return false;
  return isOther(before, values) || JSON.stringify(before.fields) !== JSON.stringify(values.fields);
}

/** Whether a profile may have come to be somebody else, for other events too. Who is only called otherwise stays who they were. */
function isOther(before: Person, values: Person): boolean {
  return before.email !== values.email || before.type_id !== values.type_id;
}

/** Whether an answer is new, or of a field of several events comes to be another person's. */
function gives({ before, values }: Giver, { key, event_id }: Field): boolean {
  const answer = values.fields[key];
  if (answer === undefined) return false;
  if (before?.fields[key] === undefined || before.fields[key] !== answer) return true;
  return event_id === 0 && isOther(before, values);
}

/** The categories of all data types of an app. */
export async function categoriesOf(db: Db, appId: number): Promise<Categories> {
  return new Map((await listAppTypesOf(db, appId)).map(({ id, categoryId }) => [id, categoryId]));
}

/**
 * Who is told by their address: in several events they are one, and may give one answer. Companies and items share addresses, and are
 * one only where they are called alike, too.
 */
function isSame(holder: Holder, { id, values, going = [] }: Giver, event: EventPlace, categories: Categories): boolean {
  if (holder.event_id === event.id) return id !== 0 && (holder.id === id || going.includes(holder.id));
  if (values.email === "" || fold(values.email) !== holder.email) return false;
  const category = categories.get(values.type_id);
  if (category !== categories.get(holder.type_id)) return false;
  return category === PARTICIPANTS || fold(values.name) === fold(holder.name);
}

function asHolder({ id, values }: Giver, event: EventPlace): Holder {
  const { name, type_id, email } = values;
  return { id, event_id: event.id, type_id, name: name || email, email: fold(email) };
}

type Found = Holder & { answer: string };

function groupedBy(found: readonly Found[]): Map<string, Holder[]> {
  const groups = new Map<string, Holder[]>();
  for (const one of found) groups.set(one.answer, [...(groups.get(one.answer) ?? []), one]);
  return groups;
}

/** Who gives one of these answers, in any event in which the field asks. */
async function findHolders(
  db: Db,
  dialect: Dialect,
  event: EventPlace,
  field: Field,
  answers: readonly unknown[],
): Promise<Found[]> {
  const events = await eventsOf(db, field, event);
  const listed = await db
    .withTables<EventDataTables>()
    .selectFrom("event_data_listed")
    .select("event_id")
    .where("field_id", "=", field.id)
    .where("ready", "=", 1)
    .execute();
  const ready = new Set(listed.map(({ event_id }) => event_id));
  const places = { kept: events.filter((id) => ready.has(id)), others: events.filter((id) => !ready.has(id)) };
  const keys = [...new Set(answers.map((answer) => answerKey(field, answer)))];
  const columns = sql`t.id, t.event_id, t.type_id, t.name, t.email_key as email, ${dialect.jsonText(sql.ref("t.fields"), field.key)} as answer`;
  const found: Found[] = [];
  if (places.kept.length > 0) {
    const isIn = isOneOf(dialect.kind, "a.of_event", places.kept);
    const { rows } = await sql<Found>`select ${columns} from event_data_answer as a
      join event_data_thing as t on t.id = a.thing_id
      where ${isIn} and a.of_field = ${field.id} and ${isKeptAs(dialect, field, answers, keys)}`.execute(db);
    found.push(...rows);
  }
  // Until the answers stand in their order they are read out of the profiles.
  if (places.others.length > 0) {
    const text = dialect.textKey(dialect.jsonText(sql.ref("t.fields"), field.key), field.kind === "text");
    const { rows } = await sql<Found>`select ${columns} from event_data_thing as t
      where ${isOneOf(dialect.kind, "t.event_id", places.others)} and ${among(dialect, text, keys)}`.execute(db);
    found.push(...rows);
  }
  const wanted = new Set(keys);
  return found
    .map((one) => ({ ...one, id: Number(one.id), answer: answerKey(field, numbered(field, one.answer)) }))
    .filter(({ answer }) => wanted.has(answer));
}

/** The events in which a field asks. */
export async function eventsOf(db: Db, { event_id, event_ids }: Field, { app_id }: Pick<EventPlace, "app_id">) {
  if (event_id !== 0) return [event_id];
  return event_ids.length > 0 ? event_ids : listEventIdsOf(db, app_id);
}

/** Beginnings of texts are found as orders have them; the whole is compared afterwards. */
function isKeptAs(dialect: Dialect, field: Field, answers: readonly unknown[], keys: readonly string[]) {
  if (field.kind === "number") {
    const numbers = answers.filter((answer) => typeof answer === "number");
    return sql`a.answer_text = '' and ${isOneOf(dialect.kind, "a.answer_number", numbers)}`;
  }
  const texts = [...new Set(keys.map((key) => keyInOrder(key, !isWritten(field))))];
  return sql`a.answer_number = -1e308 and ${isOneOf(dialect.kind, "a.answer_text", texts)}`;
}

function among({ kind }: Dialect, text: ReturnType<typeof sql>, keys: readonly string[]) {
  return kind === "sqlite"
    ? sql`${text} in (select value from json_each(${JSON.stringify(keys)}))`
    : sql`${text} = any(${keys}::text[])`;
}

/** Both databases write numbers in ways of their own. */
function numbered({ kind }: Field, text: string): unknown {
  return kind === "number" ? Number(text) : text;
}
