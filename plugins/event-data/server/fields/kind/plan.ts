// What a change of kind would do: every answer is read, a page of profiles at a time, and none is written.
import { Refusal } from "#schemas/answers/read.ts";
import type { KindExample, KindOrder, KindResult } from "#schemas/fieldKind.ts";
import { type Field, hasOptions } from "#schemas/fields.ts";
import { type JobContext, localeOf, mayOpen, sql, zoneOf } from "#server";
import { undoRows } from "../../bulk/undoRows.ts";
import { mentionsOf } from "../naming.ts";
import { eventsOfKey, findField } from "../repository.ts";
import { inSlice, Looking, sizesOf, slicesOf, sumOf } from "../slices.ts";
import { asKind, convert, dropped, fits, Given, inWords, type Words } from "./convert.ts";
import { type Answering, PAGE } from "./rewrite.ts";

const LOSING = 20;
const KEEPING = 5;

export interface KindPlan {
  /** The field as it would be. */
  next: Field;
  told: Omit<KindResult, "until" | "skipped">;
}

/** The events in which the field is answered, with their clocks; of a multi-event field those too that ask no longer. */
export async function placesOf(
  { read, appId, speak }: Pick<JobContext, "read" | "appId" | "speak">,
  field: Field,
): Promise<Map<number, Words>> {
  const events = await eventsOfKey(read, appId, field);
  const locale = await localeOf(read, appId);
  const places = new Map<number, Words>();
  for (const id of [...events].sort((a, b) => a - b)) {
    const [yes, no] = [speak(locale, "common:answer.yes"), speak(locale, "common:answer.no")];
    places.set(id, { locale, timeZone: await zoneOf(read, id), yes, no });
  }
  return places;
}

/** The same for what is taken back, or done once more: of the field as it is by now. */
export async function placesSince(
  context: Pick<JobContext, "read" | "appId" | "speak">,
  then: Field,
): Promise<Map<number, Words>> {
  return placesOf(context, (await findField(context.read, context.appId, then.id)) ?? then);
}

/** Looks at all answers; `tell` hears what share of them has been looked at. */
export async function planKind(
  context: JobContext,
  field: Field,
  order: KindOrder,
  tell: (share: number) => void,
): Promise<KindPlan> {
  const places = await placesOf(context, field);
  const first = order.options ?? [];
  const isFixed = hasOptions(field);
  const given = new Given();
  const wantsOptions = hasOptions(order) && !isFixed;
  const profiles = sumOf(await sizesOf(context.read, [...places.keys()]));
  const looking = new Looking(wantsOptions ? 2 * profiles : profiles, tell);
  if (wantsOptions)
    for (const [eventId, words] of places)
      for await (const page of answersOf(context, field, eventId, 0, looking))
        for (const { answer } of page) given.take(field, order.kind, answer, words);
  const [words] = places.values();
  const options = isFixed ? field.options : given.options(first, words?.locale ?? "en-gb");
  const next = asKind(field, order.kind, wantsOptions || isFixed ? options : []);
  const told: KindPlan["told"] = {
    ...{ answers: 0, lost: 0, archived: 0, changed: 0, losing: [], keeping: [] },
    options: next.options,
    drops: dropped(field, next),
    misfits: words ? await misfitsOf(context, field, next, words, [...places.keys()]) : [],
  };
  for (const [eventId, clocks] of places)
    for await (const page of answersOf(context, field, eventId, 0, looking))
      for (const one of page) weigh(context, told, { field, next, words: clocks, eventId }, one);
  return { next, told };
}

interface Weighing {
  field: Field;
  next: Field;
  words: Words;
  eventId: number;
}

function weigh(
  { who }: JobContext,
  told: KindPlan["told"],
  { field, next, words, eventId }: Weighing,
  { id, name, answer }: Answering,
): void {
  const read = convert(field, next, answer, words);
  const isLost = read instanceof Refusal;
  told.answers += 1;
  if (isLost) told.lost += 1;
  if (isLost || JSON.stringify(read) !== JSON.stringify(answer)) told.changed += 1;
  const named = [answer].flat();
  if (field.options.some(({ key, archived }) => archived && named.includes(key))) told.archived += 1;
  const [examples, most] = isLost ? [told.losing, LOSING] : [told.keeping, KEEPING];
  if (examples.length >= most || !mayOpen(who.allowedEvents, eventId)) return;
  const into = isLost ? null : inWords(next, read, words);
  const example: KindExample = { id, event_id: eventId, name, answer: inWords(field, answer, words), into };
  examples.push(example);
}

/** How many profiles of some events answer a field. */
export async function countAnswering(
  { read, dialect, signal }: Pick<JobContext, "read" | "dialect" | "signal">,
  { key }: Pick<Field, "key">,
  events: Iterable<number>,
): Promise<number> {
  let count = 0;
  for (const eventId of events) {
    for await (const slice of slicesOf(read, eventId)) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from event_data_thing
        where event_id = ${eventId} and ${inSlice(slice)}
          and ${dialect.jsonText(sql.ref("fields"), key)} is not null`.execute(read);
      count += Number(rows[0]?.count ?? 0);
      signal.throwIfAborted();
    }
  }
  return count;
}

/** Profiles of an event with their answers to the field, page by page in their order. */
export async function* answersOf(
  context: Pick<JobContext, "read" | "signal">,
  { key }: Pick<Field, "key">,
  eventId: number,
  from = 0,
  looking?: Looking,
): AsyncGenerator<Answering[]> {
  for await (const rows of profilesOf(context, eventId, from)) {
    await looking?.at(rows.length);
    // Most profiles of most fields have no answer: only what may hold one is read.
    yield rows.filter(({ fields }) => fields.includes(`"${key}"`)).flatMap((row) => answeringOf(row, key) ?? []);
  }
}

/** The same with those that give no answer. */
async function* profilesOf(
  { read, signal }: Pick<JobContext, "read" | "signal">,
  eventId: number,
  from: number,
): AsyncGenerator<AnswerRow[]> {
  for (let after = from; ; ) {
    const { rows } = await sql<AnswerRow>`
      select id, rev, name, fields from event_data_thing where event_id = ${eventId} and id > ${after}
      order by id limit ${PAGE}`.execute(read);
    const last = rows.at(-1);
    if (!last) return;
    after = Number(last.id);
    yield rows;
    signal.throwIfAborted();
  }
}

/** A profile with what an act kept of its answer, where it wrote it. */
export interface Former extends Answering {
  former?: { answer: unknown };
}

/** Profiles of an event as an act found them and as they are now. */
export async function* formersOf(
  context: Pick<JobContext, "read" | "signal">,
  { key }: Pick<Field, "key">,
  eventId: number,
  job: number,
  from = 0,
): AsyncGenerator<Former[]> {
  for await (const rows of profilesOf(context, eventId, from)) {
    const [first, last] = [Number(rows.at(0)?.id), Number(rows.at(-1)?.id)];
    const kept = await undoRows(context.read, job, first - 1, rows.length, last);
    const former = new Map(kept.map(({ thingId, before }) => [thingId, { answer: before ?? undefined }]));
    yield rows.map((row) => {
      const [one, was] = [asAnswering(row, key), former.get(Number(row.id))];
      return was ? { ...one, former: was } : one;
    });
  }
}

/** Answers of profiles that somebody else has saved since: those that the job, if one is named, has not written. */
export async function* comeLate(
  { read }: Pick<JobContext, "read">,
  { key }: Pick<Field, "key">,
  eventId: number,
  { job = 0, began }: { job?: number; began: string },
): AsyncGenerator<Answering[]> {
  for (let after = 0; ; ) {
    const { rows } = await sql<AnswerRow>`
      select id, rev, name, fields from event_data_thing as t where event_id = ${eventId} and id > ${after} and updated_at >= ${began}
        and not exists (select 1 from event_data_undo as u where u.job_id = ${job} and u.thing_id = t.id)
      order by id limit ${PAGE}`.execute(read);
    const last = rows.at(-1);
    if (!last) return;
    after = Number(last.id);
    yield rows.flatMap((row) => answeringOf(row, key) ?? []);
  }
}

interface AnswerRow {
  id: number;
  rev: number;
  name: string;
  fields: string;
}

/** Nothing where there is no answer. */
function answeringOf(row: AnswerRow, key: string): Answering | undefined {
  const one = asAnswering(row, key);
  return one.answer === undefined ? undefined : one;
}

function asAnswering({ id, rev, name, fields: text }: AnswerRow, key: string): Answering {
  const fields = JSON.parse(text) as Answering["fields"];
  return { id: Number(id), rev, name, fields, answer: fields[key] ?? undefined };
}

/** What names the field by what no answer of the new kind is. */
async function misfitsOf(
  { read, appId, who, offered }: JobContext,
  field: Field,
  next: Field,
  words: Words,
  events: readonly number[],
) {
  const asking = { db: read, app: { id: appId, allowedEvents: who.allowedEvents }, who, deps: { offered } };
  return mentionsOf(asking, events, field, ({ filters = [] }) =>
    filters.some((filter) => !fits(filter, field, next, words)),
  );
}
