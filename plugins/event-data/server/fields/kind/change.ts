// Makes a field one of another kind. The definition goes first, so that whoever answers from then on does so in the new kind;
// then every answer follows, in blocks. What was before is kept for ten minutes.
import { Refusal } from "#schemas/answers/read.ts";
import type { KindOrder, KindResult } from "#schemas/fieldKind.ts";
import { type Field, hasOptions } from "#schemas/fields.ts";
import { changes, type Db, type JobContext, type JobHandler, localeOf, problem, sql } from "#server";
import { keepAct, keepBefore } from "../../bulk/undoRows.ts";
import { FIELD, fieldFacts, fieldObject } from "../history.ts";
import { forgetListed, renewListed } from "../listed.ts";
import { type KeptNames, renameEverywhere } from "../naming.ts";
import { findField, saveField } from "../repository.ts";
import { GIVING } from "../unique.ts";
import { answersRenamed, convert, type Words } from "./convert.ts";
import { answersOf, placesOf, planKind } from "./plan.ts";
import { rewrite } from "./rewrite.ts";

export const KIND_JOB = "event-data.kind";

/** What the job is started with. */
export interface KindPayload extends KindOrder {
  fieldId: number;
}

/** What is kept for the undoing. */
export interface KindAct {
  /** The field before, and as the change left it. */
  before: Field;
  after: Field;
  /** What named its options otherwise. */
  names: readonly KeptNames[];
}

/** Where the job stands. */
interface Place extends KindAct {
  began: string;
  eventId: number;
  thingId: number;
}

/** Profiles that are written at once. */
const BLOCK = 500;

export const runKind: JobHandler = async (context): Promise<KindResult> => {
  const { fieldId, ...order } = context.payload as KindPayload;
  let place = context.kept?.at as Place | undefined;
  let result = context.kept?.result as KindResult | undefined;
  if (!place || !result) {
    const field = await findField(context.read, context.appId, fieldId);
    if (!field) throw problem("not_found");
    const { next, told } = await planKind(context, field, order);
    result = { ...told, skipped: 0, until: null };
    if (order.mode === "dry-run") return result;
    if (told.lost > (order.lose ?? 0)) throw problem("event-data.kind_losses");
    if (hasOptions(next) && next.options.length === 0) throw problem("event-data.kind_impossible");
    const began = { ...result, changed: 0, lost: 0 };
    place = await define(context, field, order, next, began);
    result = began;
  }
  const { before, after } = place;
  const places = await placesOf(context, after);
  for (const [eventId, words] of places) {
    if (eventId < place.eventId) continue;
    const from: number = eventId === place.eventId ? place.thingId : 0;
    for await (const page of answersOf(context, before, eventId, from)) {
      const ids = page.filter(({ answer }) => isOther(before, after, answer, words)).map(({ id }) => id);
      for (let at = 0; at < ids.length; at += BLOCK) {
        const some = ids.slice(at, at + BLOCK);
        place = { ...place, eventId, thingId: some.at(-1) ?? from };
        await convertBlock(context, place, eventId, some, words, result);
      }
      context.progress(Math.min(1, (result.changed + 1) / (result.answers + 1)));
    }
    // Answers that were on their way when the definition changed.
    for await (const ids of comeLate(context, eventId, place.began))
      await convertBlock(context, place, eventId, ids, words, result);
  }
  for (const eventId of places.keys()) await renewListed(context, eventId, before.id);
  const done = result;
  return context.inTransaction(async () => done, { last: true });
};

function isOther(before: Field, after: Field, answer: unknown, words: Words): boolean {
  return JSON.stringify(asAnswer(before, after, answer, words)) !== JSON.stringify(answer);
}

/** Nothing where it does not fit. */
export function asAnswer(before: Field, after: Field, answer: unknown, words: Words): unknown {
  if (answer === undefined) return undefined;
  const read = convert(before, after, answer, words);
  return read instanceof Refusal ? undefined : read;
}

async function define(
  context: JobContext,
  field: Field,
  { rev }: KindOrder,
  next: Field,
  result: KindResult,
): Promise<Place> {
  const { dialect, appId, now } = context;
  const places = [...(await placesOf(context, field)).keys()];
  const locale = await localeOf(context.read, appId);
  let place: Place | undefined;
  return context.inTransaction(
    async (db) => {
      await dialect.lock(db as never, `${FIELD} ${appId}`);
      // Who is giving answers of the old kind ends first.
      await dialect.lock(db as never, GIVING);
      const current = await findField(db, appId, field.id);
      if (current?.rev !== rev) throw problem("stale", { current });
      const at = now().toISOString();
      const saved = await saveField(db, current, { values: next }, at);
      if (!saved) throw problem("stale", { current });
      await context.audit(db, {
        action: "change_kind",
        object: fieldObject(saved),
        ...changes(fieldFacts(current), fieldFacts(saved)),
      });
      for (const eventId of places) await forgetListed(db, eventId, field.id);
      const options = answersRenamed(current, saved, locale);
      const renaming = { key: field.key, to: field.key, options };
      const names = options.size > 0 ? await renameEverywhere(context, db, places, renaming) : [];
      const act = { before: current, after: saved, names };
      result.until = await keepAct(db, context.id, context.eventId ?? 0, act, now());
      place = { ...act, began: at, eventId: 0, thingId: 0 };
      return place;
    },
    { keep: () => ({ at: place, result }) },
  );
}

async function convertBlock(
  context: JobContext,
  place: Place,
  eventId: number,
  ids: readonly number[],
  words: Words,
  result: KindResult,
): Promise<void> {
  if (ids.length === 0) return;
  const { dialect, id, now } = context;
  const { before, after, names } = place;
  const write = async (db: Db) => {
    const next = (answer: unknown) => asAnswer(before, after, answer, words);
    const written = await rewrite(context, db, before, eventId, ids, next);
    const kept = written.map(({ thing }) => ({
      thingId: thing.id,
      rev: thing.rev + 1,
      before: thing.fields[before.key] ?? null,
    }));
    await keepBefore(db, dialect, id, kept);
    result.changed += written.length;
    result.lost += written.filter(({ answer }) => answer === undefined).length;
    result.until = await keepAct(db, id, context.eventId ?? 0, { before, after, names }, now());
  };
  await context.inTransaction(write, { keep: () => ({ at: place, result }) });
  context.signal.throwIfAborted();
}

/** Profiles that somebody else has saved since. */
export async function* comeLate({ id: job, read }: Pick<JobContext, "id" | "read">, eventId: number, began: string) {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number }>`
      select id from event_data_thing as t where event_id = ${eventId} and id > ${after} and updated_at >= ${began}
        and not exists (select 1 from event_data_undo as u where u.job_id = ${job} and u.thing_id = t.id)
      order by id limit ${BLOCK}`.execute(read);
    if (rows.length === 0) return;
    after = Number(rows.at(-1)?.id);
    yield rows.map(({ id }) => Number(id));
  }
}
