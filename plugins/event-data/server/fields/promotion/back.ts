// Answers of profiles that somebody has saved since a promotion, when it is undone: each goes back with its field, whatever else was
// saved. The field is the event's own again by then.
import type { Field } from "#schemas/fields.ts";
import { changes, type Db, type JobContext, sql } from "#server";
import type { Fields, Thing } from "../../../contract.ts";
import { noteReturned } from "../../bulk/returned.ts";
import { taken } from "../../bulk/runBulk.ts";
import type { UndoRow } from "../../bulk/undoRows.ts";
import { findMany, saveMany } from "../../bulk/writeMany.ts";
import { comparable, OBJECT } from "../../history.ts";
import { lockThings } from "../../locks.ts";
import { inSlice, slicesOf } from "../slices.ts";
import { asOwn, type MovedAnswers } from "./ownAnswer.ts";

const BLOCK = 500;

/** What is kept of a profile: how it was, and the answer that the promotion gave it. */
export type KeptThing = Thing & { event_id: number; given?: unknown };

/** How many have their own answer back, and how many keep what was given since. */
interface Told {
  changed: number;
  skipped: number;
}

/** The answers of one event; `late` are the rows of those who were saved since, `found` the ids of others who have answered since. */
export async function giveAnswersBack(
  context: JobContext,
  db: Db,
  { field, moved }: { field: Field; moved: MovedAnswers },
  { late, found }: { late: readonly UndoRow[]; found: readonly number[] },
  goOn: () => Promise<void>,
): Promise<Told> {
  const { dialect, appId, offered } = context;
  const eventId = moved.event_id;
  const told = { changed: 0, skipped: 0 };
  const kept = new Map(late.map(({ thingId, before }) => [thingId, before as KeptThing]));
  const loose = new Map(moved.loose);
  const isLoose = ({ id, fields }: Thing) => loose.has(id) && same(fields[moved.into], loose.get(id));
  const ids = [...new Set([...kept.keys(), ...found])].sort((a, b) => a - b);
  if (ids.length > 0) await lockThings(db, dialect, eventId);
  for (let from = 0; from < ids.length; from += BLOCK) {
    const things = await findMany(db, dialect, eventId, "id", ids.slice(from, from + BLOCK));
    const saving = things.flatMap((thing) => {
      if (isLoose(thing)) return [];
      const former = kept.get(thing.id);
      const { fields, isFormer, isLess } = fieldsBack(field, moved, thing.fields, former);
      if (isFormer) told.changed += 1;
      else if (former || isLess || fields === undefined) told.skipped += 1;
      return fields ? [{ id: thing.id, rev: thing.rev, values: { ...thing, fields }, thing }] : [];
    });
    await saveMany(db, dialect, eventId, saving, context.now().toISOString());
    for (const { thing, values } of saving) {
      const object = { type: OBJECT, id: thing.id, label: thing.name };
      const difference = changes(comparable(thing), { ...taken(thing), ...comparable(values) });
      await context.audit(db, { action: "undo", object, ...difference }, eventId);
    }
    // What acts of the time between have kept names what this event has otherwise again: they are not put back over it.
    const isAsThen = moved.key === moved.into && moved.options.length === 0;
    const followed = isAsThen ? saving.map(({ id, rev }) => ({ id, from: rev, to: rev + 1 })) : [];
    await noteReturned({ db, dialect, offered, event: { id: eventId, app_id: appId } }, followed);
    await goOn();
  }
  return told;
}

/**
 * Profiles of which the job `job` has kept nothing, with an answer under the key that the event no longer has, or one that names an
 * option which is called otherwise again, or what the event calls by the same word.
 */
export async function idsAnswering(
  { dialect }: JobContext,
  db: Db,
  job: number,
  { event_id, key, into, options }: MovedAnswers,
  goOn: () => Promise<void>,
): Promise<number[]> {
  if (key === into && options.length === 0) return [];
  const fields = sql.ref("fields");
  const isAnswering =
    key === into
      ? dialect.jsonHas(fields, into, [...new Set(options.flat())])
      : sql`${dialect.jsonText(fields, into)} is not null`;
  const isKept = sql`exists (select 1 from event_data_undo where job_id = ${job} and thing_id = event_data_thing.id)`;
  const ids: number[] = [];
  for await (const slice of slicesOf(db, event_id)) {
    const { rows } = await sql<{ id: number }>`
      select id from event_data_thing
      where event_id = ${event_id} and ${inSlice(slice)} and (${isAnswering}) and not ${isKept}`.execute(db);
    for (const { id } of rows) ids.push(Number(id));
    await goOn();
  }
  return ids;
}

interface Back {
  /** Nothing where all stays as it is. */
  fields?: Fields;
  /** The answer is what it was before. */
  isFormer: boolean;
  /** Something of what was answered since cannot stay. */
  isLess?: boolean;
}

function fieldsBack(field: Field, moved: MovedAnswers, fields: Fields, former: KeptThing | undefined): Back {
  const { key, into } = moved;
  const { [into]: present, ...others } = fields;
  // What has come to stand under the own key is that field's answer.
  if (present === undefined || (key !== into && others[key] !== undefined)) return { isFormer: false };
  const isFormer = former !== undefined && same(present, former.given);
  const own = isFormer ? former.fields[key] : asOwn(field, moved, present);
  const isLess = !isFormer && sizeOf(own) < sizeOf(present);
  // It names what this event does not offer. Under the own key it would be read as something else.
  if (own === undefined && !isFormer && !(key === into && namesOther(moved, present))) return { isFormer };
  const next = (own === undefined ? others : { ...others, [key]: own }) as Fields;
  return same(next, fields) ? { isFormer } : { fields: next, isFormer, isLess };
}

const sizeOf = (answer: unknown) => (answer === undefined ? 0 : Array.isArray(answer) ? answer.length : 1);

/** Whether it names an option by the word by which this event calls another one. */
function namesOther({ options }: MovedAnswers, answer: unknown): boolean {
  return [answer].flat().some((one) => options.some(([own]) => own === one));
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
