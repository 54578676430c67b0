// Takes an option out of a field: its answers go over to another option, or away. In blocks, each one transaction with its
// history and what was before; the option is archived first, so that nobody chooses it meanwhile, and leaves last. Called off or
// broken on the way, it is put back; see optionsBack.ts.

import { type Field, type FieldOption, hasOptions } from "#schemas/fields.ts";
import { changes, type Db, type JobContext, type JobHandler, problem, sql } from "#server";
import type { OptionOrder, OptionResult, Thing } from "../../contract.ts";
import { noteReturned } from "../bulk/returned.ts";
import { taken } from "../bulk/runBulk.ts";
import {
  claimAgain,
  countUndo,
  endAgain,
  findAct,
  forgetUndone,
  keepAct,
  keepBefore,
  type Undoes,
} from "../bulk/undoRows.ts";
import { findMany, saveMany } from "../bulk/writeMany.ts";
import { comparable, OBJECT } from "../history.ts";
import { lockThings } from "../locks.ts";
import { fieldGone } from "./gone.ts";
import { fieldFacts, fieldObject } from "./history.ts";
import { type KeptNames, renameEverywhere } from "./naming.ts";
import { replaced } from "./replaced.ts";
import { eventsOfKey, findField, saveField } from "./repository.ts";
import { inSlice, Looking, sizesOf, slicesOf, sumOf } from "./slices.ts";
import { findTaken } from "./unique.ts";

export const OPTION_JOB = "event-data.option";
/** The kind of jobs that take it out once more, as its undoing was stopped. */
export const OPTION_AGAIN_JOB = "event-data.option-again";

const BLOCK = 500;
/** The part of the way that the count is where the answers are then written, too. */
const LOOKING = 0.15;

/** What the job is started with. */
export interface ReplacePayload extends OptionOrder {
  fieldId: number;
  option: string;
}

/** What is kept for the undoing: the option as it was, and where it stood. */
export interface ReplaceAct {
  fieldId: number;
  option: FieldOption;
  at: number;
  /** What took its answers over. */
  into?: string | undefined;
  /** What named the option and names the one that took its answers. */
  names?: readonly KeptNames[];
  /** An undoing was stopped, and what it put back has not been taken out again. */
  isPartlyBack?: true;
}

const NONE: OptionResult = { changed: 0, emptied: 0, skipped: 0, until: null };

/** What is kept of an answer. */
export interface KeptAnswer {
  event: number;
  answer: unknown;
}

/** Refuses what cannot be: an option that is not there, one into itself, the last one that is offered. */
export function checkReplacement(field: Field, option: string, into: string | undefined): void {
  const has = (key: string) => hasOptions(field) && field.options.some((one) => one.key === key);
  if (!has(option) || (into !== undefined && (!has(into) || into === option))) {
    throw problem("event-data.option_unknown", { fields: { [has(option) ? "into" : "option"]: into ?? option } });
  }
  if (field.unique && into !== undefined) {
    throw problem("event-data.option_unknown", {
      message: "No two profiles may give the same answer to this field; take the answers away",
      fields: { into },
    });
  }
  if (!field.options.some((one) => one.key !== option && !one.archived)) throw problem("event-data.option_last");
}

const names = ({ dialect }: JobContext, { key }: Field, option: string) =>
  dialect.jsonHas(sql.ref("fields"), key, [option]);

async function eventsOf({ read, appId, eventId }: JobContext, field: Field): Promise<readonly number[]> {
  return eventId ? [eventId] : eventsOfKey(read, appId, field);
}

export async function fieldOf(db: Db, { appId }: JobContext, id: number): Promise<Field> {
  const field = await findField(db, appId, id);
  if (!field) throw fieldGone();
  return field;
}

export const runReplace: JobHandler = async (context): Promise<OptionResult> => {
  const order = context.payload as ReplacePayload;
  const { fieldId, option, into, mode } = order;
  const field = await fieldOf(context.read, context, fieldId);
  if (!context.kept) checkReplacement(field, option, into);
  const tell = (share: number) => context.progress(mode === "dry-run" ? share : share * LOOKING);
  const counted = await count(context, field, option, into, tell);
  if (mode === "dry-run") return { ...counted, skipped: 0, until: null };
  const result = (context.kept?.result as OptionResult | undefined) ?? { ...NONE };
  const total = Math.max(1, result.changed + counted.changed);
  const act = context.kept ? await actAfterCut(context, field, order) : await begin(context, order);
  await takeOut(context, field, act, result, {
    job: context.id,
    tell: () => context.progress(LOOKING + (1 - LOOKING) * Math.min(1, result.changed / total)),
  });
  return context.inTransaction(
    async (db) => {
      const { isThere, names } = await leave(context, db, act);
      if (isThere) result.until = await keepAct(db, context.id, context.eventId ?? 0, { ...act, names }, context.now());
      return result;
    },
    { last: true },
  );
};

/** Takes an option out once more, as its undoing was stopped; nothing where somebody undoes it again. */
export const replaceAgain: JobHandler = async (context): Promise<OptionResult | undefined> => {
  const { undoes, fieldId, option, at, into } = context.payload as ReplaceAct & Undoes;
  const act: ReplaceAct = { fieldId, option, at, into };
  const result = (context.kept?.result as OptionResult | undefined) ?? { ...NONE };
  if (!context.kept) {
    let isOurs = false;
    const begin = async (db: Db) => {
      isOurs = await claimAgain(db, undoes, context.now());
    };
    await context.inTransaction(begin, { keep: () => ({ at: 0, result }) });
    if (!isOurs) return undefined;
  }
  const total = Math.max(1, await countUndo(context.read, undoes));
  await takeOut(context, await fieldOf(context.read, context, fieldId), act, result, {
    job: undoes,
    isAgain: true,
    tell: () => context.progress(Math.min(1, result.changed / total)),
  });
  return context.inTransaction(
    async (db) => {
      const { names } = await leave(context, db, act);
      result.until = await endAgain(db, undoes, { ...act, names }, context.now());
      return result;
    },
    { last: true },
  );
};

/** Whose answers are kept for the undoing: a job's, or that of one before. */
interface Taking {
  job: number;
  isAgain?: true;
}

/** Takes an option out of all answers, block by block. */
async function takeOut(
  context: JobContext,
  field: Field,
  act: ReplaceAct,
  result: OptionResult,
  { tell, ...taking }: Taking & { tell: () => void },
): Promise<void> {
  for (const eventId of await eventsOf(context, field)) {
    for await (const ids of naming(context, field, act.option.key, eventId)) {
      await context.inTransaction((db) => changeBlock(context, db, { field, act, eventId, ...taking }, ids, result), {
        keep: () => ({ at: eventId, result }),
      });
      tell();
      context.signal.throwIfAborted();
    }
  }
}

/** Takes it out of the field, and has what names it name the one that takes its answers over. */
async function leave(context: JobContext, db: Db, { fieldId, option, into }: ReplaceAct) {
  const current = await fieldOf(db, context, fieldId);
  const options = current.options.filter(({ key }) => key !== option.key);
  await saveOptions(context, db, current, options);
  const names = into === undefined ? [] : await renameIn(context, db, current, option.key, into);
  return { isThere: options.length < current.options.length, names };
}

/** The option is archived already; what is kept of it is as it was, unless the cut has lasted so long that nothing is any more. */
async function actAfterCut({ read, id }: JobContext, field: Field, { option, into }: ReplacePayload) {
  return ((await findAct(read, id)) as ReplaceAct | undefined) ?? actOf(field, option, into);
}

function actOf(field: Field, option: string, into: string | undefined): ReplaceAct {
  const at = field.options.findIndex(({ key }) => key === option);
  return { fieldId: field.id, option: field.options[at] ?? { key: option, labels: {} }, at, into };
}

/** Rules and views that name the option name the other one from now on. */
async function renameIn(context: JobContext, db: Db, field: Field, option: string, into: string) {
  const renaming = { key: field.key, to: field.key, options: new Map([[option, into]]) };
  return renameEverywhere(context, db, await eventsOf(context, field), renaming);
}

/** How many profiles name the option, and how many of them would be left without an answer. */
async function count(
  context: JobContext,
  field: Field,
  option: string,
  into: string | undefined,
  tell: (share: number) => void,
) {
  const { read, signal } = context;
  const counts = { changed: 0, emptied: 0 };
  const text = context.dialect.jsonText(sql.ref("fields"), field.key);
  const events = await eventsOf(context, field);
  const looking = new Looking(sumOf(await sizesOf(read, events)), tell);
  for (const eventId of events) {
    for await (const slice of slicesOf(read, eventId)) {
      const { rows } = await sql<{ changed: number; only: number }>`
        select count(*) as changed, coalesce(sum(case when ${text} in (${option}, ${JSON.stringify([option])}) then 1 else 0 end), 0) as only
        from event_data_thing where event_id = ${eventId} and ${inSlice(slice)} and ${names(context, field, option)}`.execute(
        read,
      );
      counts.changed += Number(rows[0]?.changed ?? 0);
      if (into === undefined) counts.emptied += Number(rows[0]?.only ?? 0);
      await looking.at(slice.profiles);
      signal.throwIfAborted();
    }
  }
  return counts;
}

/** Ids of profiles of an event that name the option, block by block along their ids; at the end of those that it found on its way none is left. */
async function* naming(context: JobContext, field: Field, option: string, eventId: number): AsyncGenerator<number[]> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number }>`
      select id from event_data_thing where event_id = ${eventId} and id > ${after} and ${names(context, field, option)}
      order by id limit ${BLOCK}`.execute(context.read);
    if (rows.length > 0) yield rows.map(({ id }) => Number(id));
    else if (after === 0) return;
    // Who came to name it behind the place is found from the beginning once more.
    after = Number(rows.at(-1)?.id ?? 0);
  }
}

/** What was asked for is looked at again: the job may have waited for others, and the field is another one since. */
async function begin(context: JobContext, { fieldId, rev, option, into }: ReplacePayload): Promise<ReplaceAct> {
  const archive = async (db: Db) => {
    const current = await fieldOf(db, context, fieldId);
    if (current.rev !== rev) throw problem("stale", { current });
    checkReplacement(current, option, into);
    const act = actOf(current, option, into);
    await keepAct(db, context.id, context.eventId ?? 0, act, context.now());
    const options = current.options.map((one) => (one.key === option ? { ...one, archived: true } : one));
    if (!act.option.archived) await saveOptions(context, db, current, options);
    return act;
  };
  // Kept from here on, so that one that ends early is put back.
  return context.inTransaction(archive, { keep: () => ({ at: 0, result: NONE }) });
}

export async function saveOptions(context: JobContext, db: Db, field: Field, options: FieldOption[]): Promise<void> {
  const saved = await saveField(db, field, { values: { ...field, options } }, context.now().toISOString());
  if (!saved) throw problem("stale", { current: field });
  const difference = changes(fieldFacts(field), fieldFacts(saved));
  if (Object.keys(difference.after).length > 0)
    await context.audit(db, { action: "save", object: fieldObject(saved), ...difference });
}

interface Block extends Taking {
  field: Field;
  act: ReplaceAct;
  eventId: number;
}

async function changeBlock(
  context: JobContext,
  db: Db,
  { field, act, eventId, job, isAgain }: Block,
  ids: readonly number[],
  result: OptionResult,
): Promise<void> {
  const { dialect } = context;
  await lockThings(db, dialect, eventId);
  const saving = (await findMany(db, dialect, eventId, "id", ids)).map((thing) => {
    const { [field.key]: answer, ...others } = thing.fields;
    const next = replaced(field, answer, act.option.key, act.into) as Thing["fields"][string] | undefined;
    const fields = next === undefined ? others : { ...thing.fields, [field.key]: next };
    return { id: thing.id, rev: thing.rev, values: { ...thing, fields }, thing, isEmptied: next === undefined };
  });
  // Whoever gives answers says so, although nobody else gives these.
  const givers = saving.map(({ id, values, thing }) => ({ id, values, before: thing }));
  await findTaken(db, dialect, { id: eventId, app_id: context.appId }, givers);
  const saved = await saveMany(db, dialect, eventId, saving, context.now().toISOString());
  const done = saving.filter(({ id }) => saved.has(id));
  for (const { thing, values, isEmptied } of done) {
    result.changed += 1;
    if (isEmptied) result.emptied += 1;
    const object = { type: OBJECT, id: thing.id, label: thing.name };
    const difference = changes(comparable(thing), { ...taken(thing), ...comparable(values) });
    await context.audit(db, { action: "save", object, ...difference }, eventId);
  }
  const followed = done.map(({ thing: { id, rev } }) => ({ id, from: rev, to: rev + 1 }));
  await noteReturned({ ...context, db, event: { id: eventId, app_id: context.appId } }, followed);
  const before = done.map(({ thing }) => ({
    thingId: thing.id,
    rev: thing.rev + 1,
    before: { event: eventId, answer: thing.fields[field.key] } satisfies KeptAnswer,
  }));
  if (isAgain) await forgetUndone(db, dialect, job, before);
  await keepBefore(db, dialect, job, before);
  if (!isAgain) result.until = await keepAct(db, job, context.eventId ?? 0, act, context.now());
}
