// Gives a field its former kind back. Answers that nobody gave since are what they were; those that somebody did are made
// answers of the former kind where they can be, and else left and told.
import { Refusal } from "#schemas/answers/read.ts";
import type { KindResult } from "#schemas/fieldKind.ts";
import type { Field } from "#schemas/fields.ts";
import { changes, type Db, isOneOf, type JobContext, type JobHandler, problem, sql } from "#server";
import { undoRows } from "../../bulk/undoRows.ts";
import { listDoubles } from "../doubles.ts";
import { FIELD, fieldFacts, fieldObject } from "../history.ts";
import { forgetListed, renewListed } from "../listed.ts";
import { putNamesBack } from "../naming.ts";
import { findField, saveField } from "../repository.ts";
import { GIVING } from "../unique.ts";
import { asAnswer, type KindAct } from "./change.ts";
import { convert, type Words } from "./convert.ts";
import { answersOf, placesOf } from "./plan.ts";
import { rewrite } from "./rewrite.ts";

export const KIND_UNDO_JOB = "event-data.kind-undo";

/** What the undoing is started with. */
export interface KindUndo extends KindAct {
  job: number;
}

const BLOCK = 500;

export const undoKind: JobHandler = async (context): Promise<KindResult> => {
  const act = context.payload as KindUndo;
  const { before, after } = act;
  const result = (context.kept?.result as KindResult | undefined) ?? noneOf(before);
  if (!context.kept)
    await context.inTransaction((db) => redefine(context, db, act), { keep: () => ({ at: 0, result }) });
  const keep = () => ({ at: 0, result });
  const places = await placesOf(context, before);
  const some = async (
    eventId: number,
    ids: readonly number[],
    next: (answer: unknown, thing: { id: number }) => unknown,
  ) => {
    await context.inTransaction(
      async (db) => {
        result.changed += (await rewrite(context, db, before, eventId, ids, next)).length;
      },
      { keep },
    );
    context.signal.throwIfAborted();
  };
  for (let last = 0; ; ) {
    const rows = await undoRows(context.read, act.job, last, BLOCK);
    if (rows.length === 0) break;
    last = rows.at(-1)?.thingId ?? last;
    const former = new Map(rows.map(({ thingId, before }) => [thingId, before]));
    for (const [eventId, ids] of await eventsOf(context, [...former.keys()])) {
      const words = places.get(eventId);
      if (!words) continue;
      await some(eventId, ids, (answer, { id }) =>
        isAsLeft(before, after, former.get(id), answer, words)
          ? former.get(id)
          : asBefore(after, before, answer, words),
      );
    }
  }
  for (const [eventId, words] of places) {
    for await (const page of answersOf(context, after, eventId)) {
      const read = page.map(({ id, answer }) => ({ id, answer, next: convert(after, before, answer, words) }));
      const other = read.filter(({ answer, next }) => !(next instanceof Refusal) && !same(next, answer));
      for (let at = 0; at < other.length; at += BLOCK)
        await some(
          eventId,
          other.slice(at, at + BLOCK).map(({ id }) => id),
          (answer) => asBefore(after, before, answer, words),
        );
      result.skipped += read.filter(({ next }) => next instanceof Refusal).length;
    }
    await renewListed(context, eventId, before.id);
  }
  return context.inTransaction(
    async (db) => {
      await askAlike(context, db, before);
      return result;
    },
    { last: true },
  );
};

function noneOf({ options }: Field): KindResult {
  const none = { answers: 0, lost: 0, archived: 0, changed: 0, skipped: 0 };
  return { ...none, options, drops: [], losing: [], keeping: [], misfits: [], until: null };
}

/** Profiles by the events that they are in. */
async function eventsOf({ read, dialect }: JobContext, ids: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ id: number; event_id: number }>`
    select id, event_id from event_data_thing where ${isOneOf(dialect.kind, "id", ids)}`.execute(read);
  const events = new Map<number, number[]>();
  for (const { id, event_id } of rows) events.set(event_id, [...(events.get(event_id) ?? []), Number(id)]);
  return events;
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether the answer is still the one that the change made of the former. */
function isAsLeft(before: Field, after: Field, former: unknown, answer: unknown, words: Words): boolean {
  return same(asAnswer(before, after, former, words), answer);
}

/** What does not fit stays as it is. */
function asBefore(after: Field, before: Field, answer: unknown, words: Words): unknown {
  if (answer === undefined) return undefined;
  const read = convert(after, before, answer, words);
  return read instanceof Refusal ? answer : read;
}

async function redefine(context: JobContext, db: Db, { before, after, names }: KindUndo): Promise<void> {
  const { dialect, appId } = context;
  await dialect.lock(db as never, `${FIELD} ${appId}`);
  await dialect.lock(db as never, GIVING);
  const current = await findField(db, appId, after.id);
  if (current?.kind !== after.kind) throw problem("stale", { current });
  const { kind, options, limits } = before;
  const values = { ...current, kind, options, limits };
  const saved = await saveField(db, current, { values }, context.now().toISOString());
  if (!saved) throw problem("stale", { current });
  const difference = changes(fieldFacts(current), fieldFacts(saved));
  await context.audit(db, { action: "undo", object: fieldObject(saved), ...difference });
  for (const eventId of (await placesOf(context, before)).keys()) await forgetListed(db, eventId, before.id);
  await putNamesBack(context, db, names);
}

/** A field of which no two profiles gave the same answer asks for that again, unless two have come to give the same. */
async function askAlike(context: JobContext, db: Db, { id, unique }: Field): Promise<void> {
  if (!unique) return;
  const { dialect, appId, read } = context;
  await dialect.lock(db as never, GIVING);
  const current = await findField(db, appId, id);
  if (!current || current.unique) return;
  const app = { id: appId, allowedEvents: context.who.allowedEvents };
  if ((await listDoubles(read, dialect, app, current)).answers > 0) return;
  await saveField(db, current, { values: { ...current, unique: true } }, context.now().toISOString());
}
