// Removes an archived field: its answers in blocks, each with its history, and the field itself last. Until then all of it can be
// put back, and is where the removal is called off or cannot end.
import type { FieldRemoval } from "#schemas/fieldRemoval.ts";
import type { Field } from "#schemas/fields.ts";
import { WHOLE } from "#schemas/problem.ts";
import { type Context, type Db, type JobContext, type JobHandler, localeOf, ProblemError, problem } from "#server";
import { fieldNamerKey } from "../../offers.ts";
import { changeAct, endAct, heldActs, holdAct, keepBefore } from "../bulk/undoRows.ts";
import { fieldFacts, fieldObject } from "./history.ts";
import { answersOf, countAnswering, type Former, formersOf } from "./kind/plan.ts";
import { rewriteAll } from "./kind/rewrite.ts";
import { renewListed } from "./listed.ts";
import { eventsOfKey, findField, removeField } from "./repository.ts";

export const REMOVE_JOB = "event-data.field-remove";
export const PUT_BACK_JOB = "event-data.field-put-back";

/** What the job is started with. */
export interface RemovePayload {
  fieldId: number;
}

/** What the job that puts answers back is started with. */
export interface PutBackPayload extends RemovePayload {
  job: number;
}

/** What is kept for the putting back. */
interface RemoveAct {
  removes: number;
  /** The putting back broke: whoever removes the field once more has it tried again first. */
  isBroken?: boolean;
}

/** What is kept once the field is gone, for profiles that come back with an answer to it. */
export interface RemovedAct {
  removed: { key: string; app_id: number; events?: readonly number[] };
}

type Asking = Pick<Context, "db" | "app" | "who" | "now" | "deps">;

/**
 * Refuses a field that still asks, one whose removal is under way, and one that rules name: they would find others, or nobody.
 * Answers what has to be put back first.
 */
export async function checkRemoval(context: Asking, field: Field, rev: number): Promise<PutBackPayload[]> {
  if (field.rev !== rev) throw problem("stale", { current: field });
  if (field.archived_at === null) throw problem("event-data.field_active");
  const { db, app, who, now, deps } = context;
  const broken = await heldOf(db, field, now);
  if (broken.some(({ act }) => !act.isBroken)) throw problem("event-data.field_removing");
  await refuseNamed({ db, who, offered: deps.offered }, await eventsOfKey(db, app.id, field), field);
  return broken.map(({ jobId }) => ({ fieldId: field.id, job: jobId }));
}

/** What removals of a field hold that have not come to their end, nor been put back. */
async function heldOf(db: Db, field: Field, now: Date): Promise<{ jobId: number; act: RemoveAct }[]> {
  const held = (await heldActs(db, field.event_id, now)) as { jobId: number; act: RemoveAct }[];
  return held.filter(({ act }) => act.removes === field.id);
}

async function refuseNamed(
  { db, who, offered }: Pick<JobContext, "db" | "who" | "offered">,
  events: readonly number[],
  field: Field,
): Promise<void> {
  for (const namer of offered(fieldNamerKey).filter(({ decides }) => decides))
    if ((await namer.named({ db, who }, events, field)).length > 0) throw problem("event-data.field_named");
}

export const runRemoval: JobHandler = (context) => inWords(context, () => removeWhole(context));

async function removeWhole(context: JobContext): Promise<FieldRemoval> {
  const { fieldId } = context.payload as RemovePayload;
  const { dialect, id: job, now } = context;
  const field = await findField(context.read, context.appId, fieldId);
  if (!field) return { changed: 0 };
  let changed = (context.kept?.at as FieldRemoval | undefined)?.changed ?? 0;
  // What an earlier one took has to be back.
  const others = (await heldOf(context.read, field, now())).filter(({ jobId }) => jobId !== job);
  if (others.length > 0) throw problem("event-data.field_removing");
  const events = await eventsOfKey(context.read, context.appId, field);
  const total = changed + (await countAnswering(context, field, events));
  for (const eventId of events) {
    await rewriteAll(context, {
      ...{ field, eventId, pages: answersOf(context, field, eventId), next: () => undefined },
      begun: async (db) => {
        await asked(db, context, field);
        await holdAct(db, job, field.event_id, { removes: fieldId } satisfies RemoveAct, now());
      },
      wrote: async (db, written) => {
        const kept = written.map(({ one: { id, rev, answer } }) => ({ thingId: id, rev: rev + 1, before: answer }));
        await keepBefore(db, dialect, job, kept);
        changed += written.length;
        context.progress(Math.min(1, changed / Math.max(1, total)));
      },
      // Called off, it has removed nothing.
      keep: () => ({ at: { changed }, result: { changed: 0 } }),
    });
    await renewListed(context, eventId, fieldId);
  }
  return context.inTransaction(
    async (db) => {
      await refuseNamed({ ...context, db }, events, field);
      await asked(db, context, field);
      for (const namer of context.offered(fieldNamerKey)) await namer.forget?.(db, events, field.key);
      await removeField(db, field);
      await noteRemoved(context, db, field, events);
      await context.audit(db, { action: "remove", object: fieldObject(field), before: fieldFacts(field) });
      return { changed };
    },
    { last: true },
  );
}

async function noteRemoved(
  { id, appId, now }: JobContext,
  db: Db,
  { key, event_id }: Field,
  events: readonly number[],
): Promise<void> {
  await holdAct(db, id, event_id, {}, now());
  await changeAct(db, id, { removed: { key, app_id: appId, events } } satisfies RemovedAct);
  await endAct(db, id, now());
}

/** Gives answers back that a removal took which did not come to its end. Who has answered since keeps that answer. */
export const putAnswersBack: JobHandler = async (context): Promise<FieldRemoval> => {
  const { fieldId: removes, job } = context.payload as PutBackPayload;
  try {
    return await putBack(context);
  } catch (error) {
    const act: RemoveAct = { removes, isBroken: true };
    // One that is only cut off goes on by itself.
    const isCut = context.signal.aborted;
    if (!isCut) await context.inTransaction((db) => changeAct(db, job, act)).catch(() => undefined);
    throw error;
  }
};

async function putBack(context: JobContext): Promise<FieldRemoval> {
  const { fieldId, job } = context.payload as PutBackPayload;
  const { now } = context;
  const field = await findField(context.read, context.appId, fieldId);
  let changed = (context.kept?.result as FieldRemoval | undefined)?.changed ?? 0;
  const events = field ? await eventsOfKey(context.read, context.appId, field) : [];
  for (const eventId of events) {
    await rewriteAll(context, {
      ...{ field: field as Field, eventId, pages: formersOf(context, field as Field, eventId, job) },
      next: ({ answer, former }: Former) => answer ?? former?.answer,
      wrote: async (_, written) => {
        changed += written.length;
      },
      keep: () => ({ at: eventId, result: { changed } }),
    });
  }
  return context.inTransaction(
    async (db) => {
      await endAct(db, job, now());
      return { changed };
    },
    { last: true },
  );
}

/** Somebody may have the field asked again meanwhile. */
async function asked(db: Db, { appId }: JobContext, { id }: Field): Promise<void> {
  const current = await findField(db, appId, id);
  if (!current || current.archived_at === null) throw problem("event-data.field_active");
}

/** What the job says where it cannot end: why, and that nothing is lost. */
async function inWords(context: JobContext, work: () => Promise<FieldRemoval>): Promise<FieldRemoval> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const locale = await localeOf(context.read, context.appId);
    const why = context.speak(
      locale,
      error.code.includes(".") ? error.code.replace(".", ":problem.") : `problem:${error.code}`,
    );
    const text = "event-data:removal.putBack";
    const message = context.speak(locale, text, { why });
    throw problem(error.code, { message, reasons: { [WHOLE]: { text, values: { why } } }, result: { changed: 0 } });
  }
}
