// What a change of kind would do: every answer is read, a page of profiles at a time, and none is written.
import { Refusal } from "#schemas/answers/read.ts";
import type { KindExample, KindOrder, KindResult } from "#schemas/fieldKind.ts";
import { type Field, hasOptions } from "#schemas/fields.ts";
import { type JobContext, listEventIdsOf, localeOf, mayOpen, sql, zoneOf } from "#server";
import { mentionsOf } from "../naming.ts";
import { asKind, convert, dropped, fits, Given, inWords, type Words } from "./convert.ts";

/** Profiles that are read at once. */
export const PAGE = 1000;
const LOSING = 20;
const KEEPING = 5;

export interface KindPlan {
  /** The field as it would be. */
  next: Field;
  told: Omit<KindResult, "until" | "skipped">;
}

/** The events in which the field is answered, with their clocks. */
export async function placesOf(
  { read, appId, speak }: Pick<JobContext, "read" | "appId" | "speak">,
  field: Field,
): Promise<Map<number, Words>> {
  const own = field.event_ids.length > 0 ? field.event_ids : await listEventIdsOf(read, appId);
  const events = field.event_id === 0 ? own : [field.event_id];
  const locale = await localeOf(read, appId);
  const places = new Map<number, Words>();
  for (const id of [...events].sort((a, b) => a - b)) {
    const [yes, no] = [speak(locale, "common:answer.yes"), speak(locale, "common:answer.no")];
    places.set(id, { locale, timeZone: await zoneOf(read, id), yes, no });
  }
  return places;
}

export async function planKind(context: JobContext, field: Field, order: KindOrder): Promise<KindPlan> {
  const places = await placesOf(context, field);
  const first = order.options ?? [];
  const isFixed = hasOptions(field);
  const given = new Given();
  const wantsOptions = hasOptions(order) && !isFixed;
  if (wantsOptions)
    for (const [eventId, words] of places)
      for await (const page of answersOf(context, field, eventId))
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
    for await (const page of answersOf(context, field, eventId))
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
  { id, name, answer }: Answered,
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

interface Answered {
  id: number;
  name: string;
  answer: unknown;
}

/** The answers of an event, page by page in the order of profiles. */
export async function* answersOf({ read, signal }: JobContext, { key }: Field, eventId: number, from = 0) {
  for (let after = from; ; ) {
    const { rows } = await sql<{ id: number; name: string; fields: string }>`
      select id, name, fields from event_data_thing where event_id = ${eventId} and id > ${after}
      order by id limit ${PAGE}`.execute(read);
    const last = rows.at(-1);
    if (!last) return;
    after = Number(last.id);
    const answered = rows.flatMap(({ id, name, fields }): Answered[] => {
      // Most profiles of most fields have no answer: only what may hold one is read.
      if (!fields.includes(`"${key}"`)) return [];
      const answer = (JSON.parse(fields) as Record<string, unknown>)[key];
      return answer === undefined || answer === null ? [] : [{ id: Number(id), name, answer }];
    });
    yield answered;
    signal.throwIfAborted();
  }
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
