// Gives a field an option back that was taken out, with the answers that named it: because somebody asks for it within ten minutes,
// or because the taking out did not come to its end. Answers that somebody gave since are left and told. Stopped, it gives way to the
// taking out, which is done once more.
import type { Field } from "#schemas/fields.ts";
import type { Db, JobContext, JobHandler } from "#server";
import type { OptionResult } from "../../contract.ts";
import { claimWhenever, countUndo, endAct, findAct, type Undoes, type UndoRow, undoRows } from "../bulk/undoRows.ts";
import { findMany } from "../bulk/writeMany.ts";
import { type Answering, PAGE, rewriteAll } from "./kind/rewrite.ts";
import { putNamesBack } from "./naming.ts";
import { fieldOf, type KeptAnswer, type ReplaceAct, saveOptions } from "./options.ts";
import { replaced } from "./replaced.ts";
import { findTaken } from "./unique.ts";

export const OPTION_UNDO_JOB = "event-data.option-undo";
/** The kind of jobs that put back what did not come to its end. */
export const OPTION_BACK_JOB = "event-data.option-back";

/** What the undoing is started with. */
export interface UndoReplacePayload extends ReplaceAct, Undoes {}

/** A profile as the taking out found its answer. */
interface Former extends Answering {
  former: { answer: unknown };
}

export const undoReplace: JobHandler = (context) => undone(context, context.payload as UndoReplacePayload);

/** Nothing where somebody is undoing it already. */
export const putOptionBack: JobHandler = async (context): Promise<OptionResult | undefined> => {
  const { job } = context.payload as { job: number };
  const act = (await findAct(context.read, job)) as ReplaceAct | undefined;
  return act && undone(context, { ...act, undoes: job }, (db) => claimWhenever(db, job, context.now()));
};

/** `claim` answers whether it is this job's to do. */
async function undone(
  context: JobContext,
  { undoes: job, names = [], ...act }: UndoReplacePayload,
  claim?: (db: Db) => Promise<boolean>,
): Promise<OptionResult> {
  const told = (context.kept?.result as OptionResult | undefined) ?? noneOf();
  if (!context.kept) {
    let isOurs = true;
    const begin = async (db: Db) => {
      isOurs = !claim || (await claim(db));
      if (!isOurs) return;
      const { options } = await fieldOf(db, context, act.fieldId);
      // An undoing before this one that was stopped.
      const isNamed = options.some(({ key }) => key === act.option.key);
      // Archived until its answers are back: nobody comes before those who gave it.
      await putDefinition(context, db, act, true);
      if (!isNamed) await putNamesBack(context, db, names);
    };
    await context.inTransaction(begin, { keep: () => ({ at: 0, result: told }) });
    if (!isOurs) return told;
  }
  const field = await fieldOf(context.read, context, act.fieldId);
  const total = Math.max(1, await countUndo(context.read, job));
  for (let after = Number(context.kept?.at ?? 0); ; ) {
    const rows = await undoRows(context.read, job, after, PAGE);
    const last = rows.at(-1)?.thingId;
    if (last === undefined) break;
    await takePage(context, { field, act, rows, after, last }, told);
    after = last;
    context.progress(Math.min(1, (told.changed + told.skipped) / total));
    context.signal.throwIfAborted();
  }
  return context.inTransaction(
    async (db) => {
      await putDefinition(context, db, act, act.option.archived === true);
      if (claim) await endAct(db, job, context.now());
      return told;
    },
    { last: true },
  );
}

const noneOf = (): OptionResult => ({ changed: 0, emptied: 0, skipped: 0, until: null });

interface Page {
  field: Field;
  act: ReplaceAct;
  rows: readonly UndoRow[];
  after: number;
  last: number;
}

async function takePage(context: JobContext, { field, act, rows, after, last }: Page, told: OptionResult) {
  const kept = new Map(rows.map(({ thingId, before }) => [thingId, before as KeptAnswer]));
  const events = [...new Set([...kept.values()].map(({ event }) => event))];
  let left = 0;
  for (const eventId of events) {
    const own = rows.map(({ thingId }) => thingId).filter((id) => kept.get(id)?.event === eventId);
    const formers = await formersOf(context, field, eventId, own, kept);
    const refused = await takenBy(context, field, eventId, formers);
    const goesBack = (one: Former) => !refused.has(one.id) && wasMade(field, act, one);
    left +=
      formers.filter((one) => !goesBack(one) && !same(one.answer, one.former.answer)).length +
      own.length -
      formers.length;
    await rewriteAll(context, {
      ...{ field, eventId, pages: once(formers) },
      next: (one) => (goesBack(one as Former) ? (one as Former).former.answer : one.answer),
      wrote: async (_, written) => {
        told.changed += written.length;
      },
      // Done once more after a cut, a page finds those that are back already as they were.
      keep: () => ({
        at: eventId === events.at(-1) ? last : after,
        result: eventId === events.at(-1) ? { ...told, skipped: told.skipped + left } : told,
      }),
    });
  }
  told.skipped += left;
}

/** Whether an answer is still what the taking out made of it. */
function wasMade(field: Field, { option, into }: ReplaceAct, { answer, former }: Former): boolean {
  return same(answer, replaced(field, former.answer, option.key, into));
}

async function formersOf(
  { read, dialect }: JobContext,
  { key }: Field,
  eventId: number,
  ids: readonly number[],
  kept: ReadonlyMap<number, Former["former"]>,
): Promise<Former[]> {
  const things = await findMany(read, dialect, eventId, "id", ids);
  return things.flatMap(({ id, rev, name, fields }) => {
    const former = kept.get(id);
    return former ? { id, rev, name, fields, answer: fields[key] ?? undefined, former } : [];
  });
}

/** Those whose answer somebody else gives by now, where no two may give the same. */
async function takenBy(context: JobContext, field: Field, eventId: number, formers: readonly Former[]) {
  if (!field.unique) return new Set<number>();
  const { read, dialect, appId } = context;
  const things = await findMany(
    read,
    dialect,
    eventId,
    "id",
    formers.map(({ id }) => id),
  );
  const givers = things.map((thing) => {
    const former = formers.find(({ id }) => id === thing.id)?.former.answer as string;
    return { id: thing.id, values: { ...thing, fields: { ...thing.fields, [field.key]: former } }, before: thing };
  });
  const taken = await findTaken(read, dialect, { id: eventId, app_id: appId }, givers);
  return new Set(taken.map(({ at }) => givers[at]?.id as number));
}

async function* once<T>(page: readonly T[]): AsyncGenerator<readonly T[]> {
  yield page;
}

/** Where it stood; one that has been made again since only becomes what it was. */
async function putDefinition(
  context: JobContext,
  db: Db,
  { fieldId, option, at }: ReplaceAct,
  archived: boolean,
): Promise<void> {
  const field = await fieldOf(db, context, fieldId);
  const { archived: _, ...rest } = option;
  const back = option.archived === undefined && !archived ? rest : { ...rest, archived };
  const isThere = field.options.some(({ key }) => key === option.key);
  const options = isThere
    ? field.options.map((one) => (one.key === option.key ? back : one))
    : field.options.toSpliced(Math.max(0, at), 0, back);
  if (!same(options, field.options)) await saveOptions(context, db, field, options);
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
