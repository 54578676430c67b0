// Makes one field of several events out of fields of single ones, in one transaction with its history and what was before;
// and gives each event its own back within ten minutes.
import type { Promotion, PromotionDraft } from "#schemas/fieldPromotion.ts";
import type { Field } from "#schemas/fields.ts";
import {
  changes,
  type Db,
  holdAppTypes,
  type JobContext,
  type JobHandler,
  listEventNamesOf,
  pause,
  problem,
} from "#server";
import type { Thing } from "../../../contract.ts";
import { taken } from "../../bulk/runBulk.ts";
import { Undo } from "../../bulk/undo.ts";
import { countUndo, keepAct, keepBefore, type UndoRow, undoRows } from "../../bulk/undoRows.ts";
import { findMany, saveMany } from "../../bulk/writeMany.ts";
import { comparable, OBJECT } from "../../history.ts";
import { lockThings } from "../../locks.ts";
import type { EventDataTables } from "../../tables.ts";
import { saveDiffering } from "../differingFile.ts";
import { FIELD, fieldFacts, fieldObject } from "../history.ts";
import { LISTED_JOB } from "../listed.ts";
import { typesNamed, withoutLost } from "../lostTypes.ts";
import { type KeptNames, putNamesBack, renameEverywhere } from "../naming.ts";
import { findField, getRows, putRows, removeField, saveField } from "../repository.ts";
import { GIVING } from "../unique.ts";
import { giveAnswersBack, idsAnswering, type KeptThing } from "./back.ts";
import { looseAnswers } from "./loose.ts";
import { readAs } from "./merge.ts";
import type { MovedAnswers } from "./ownAnswer.ts";
import { AT_MOST, type PromotionPlan, planPromotion } from "./plan.ts";
import { refuseTakenSince, tooManyBack } from "./together.ts";

export const PROMOTION_JOB = "event-data.promotion";
export const PROMOTION_UNDO_JOB = "event-data.promotion-undo";

const BLOCK = 500;
/** The part of the way that the look at all answers is where they are then written, too. */
const LOOKING = 0.3;

/** What is kept for the undoing: the rows of the fields as they were, the leading one first, and its revision since. */
export interface PromotionAct {
  promoted: { id: number; rev: number };
  rows: Awaited<ReturnType<typeof getRows>>;
  /** What named the fields or their options otherwise. */
  names?: readonly KeptNames[];
  /** How answers have moved, by the event. */
  moved?: readonly MovedAnswers[];
  /** When it began; acts of earlier versions do not tell it. */
  at?: string;
}

/** What the undoing is started with. */
export interface PromotionUndo extends PromotionAct {
  job: number;
  locale: string;
}

export const runPromotion: JobHandler = async (context): Promise<Promotion> => {
  const order = context.payload as PromotionDraft;
  const { dialect, appId, who } = context;
  if (order.mode === "dry-run") {
    const { told, everybody } = await planPromotion(context.read, dialect, appId, who, order, onward(context));
    if (told.differing > told.people.length) await saveDiffering(context, told.field, everybody(), order.locale);
    return { ...told, skipped: 0, until: null };
  }
  return context.inTransaction(
    async (db) => {
      const done = await promote(context, db, order);
      await renewLists(context, db, done.field.event_ids);
      return done;
    },
    { last: true },
  );
};

async function promote(context: JobContext, db: Db, order: PromotionDraft): Promise<Promotion> {
  const { dialect, appId, who } = context;
  await dialect.lock(db as never, `${FIELD} ${appId}`);
  // Who is giving answers to one of the fields ends first.
  await dialect.lock(db as never, GIVING);
  const goOn = onward(context);
  const plan = await planPromotion(db, dialect, appId, who, order, (share) => goOn(share * LOOKING));
  const { fields, merged, told } = plan;
  const [first, ...others] = fields;
  const at = context.now().toISOString();
  const rows = await getRows(
    db,
    fields.map(({ id }) => id),
  );
  const names: KeptNames[] = [];
  const loose = new Map<number, [number, unknown][]>();
  for (const field of fields)
    loose.set(field.id, await looseAnswers(context, db, field, merged.key, plan.writing.get(field.event_id) ?? []));
  const total = Math.max(
    1,
    [...plan.writing.values()].reduce((sum, { length }) => sum + length, 0),
  );
  let written = 0;
  for (const field of fields) {
    await writeAnswers(context, db, plan, field, async (count) => {
      written += count;
      await goOn(LOOKING + (1 - LOOKING) * (written / total));
    });
    const renaming = { key: field.key, to: merged.key, options: merged.renamed.get(field.id) ?? new Map() };
    names.push(...(await renameEverywhere(context, db, [field.event_id], renaming)));
  }
  for (const field of others) {
    await removeField(db, field);
    await moveFiles(db, field.event_id, field.id, first.id);
    const object = fieldObject(field);
    await context.audit(
      db,
      { action: "merge_into", object, after: { key: field.key, into: first.key } },
      field.event_id,
    );
  }
  const owner = { appId, eventId: 0 };
  const saved = await saveField(db, first, { values: merged.values, owner }, at);
  if (!saved) throw problem("stale", { current: first });
  const difference = changes(fieldFacts(first), fieldFacts(saved));
  await context.audit(db, { action: "merge", object: fieldObject(saved), ...difference });
  const moved = fields.map(({ id, event_id, key }) => {
    const options = [...(merged.renamed.get(id) ?? [])];
    return { event_id, key, into: merged.key, options, loose: loose.get(id) ?? [] };
  });
  const act: PromotionAct = { promoted: { id: saved.id, rev: saved.rev }, rows, names, moved, at };
  const until = await keepAct(db, context.id, 0, act, context.now());
  return { ...told, field: saved, skipped: 0, until };
}

/** Answers under the new key, with the new names of options, and those that were chosen. */
async function writeAnswers(
  context: JobContext,
  db: Db,
  plan: PromotionPlan,
  field: Field,
  wrote: (count: number) => Promise<void>,
): Promise<void> {
  const { dialect } = context;
  const { merged, chosen, writing } = plan;
  const eventId = field.event_id;
  const ids = writing.get(eventId) ?? [];
  if (ids.length > 0) await lockThings(db, dialect, eventId);
  for (let from = 0; from < ids.length; from += BLOCK) {
    const things = await findMany(db, dialect, eventId, "id", ids.slice(from, from + BLOCK));
    const saving = things.map((thing) => {
      const { [field.key]: own, ...others } = thing.fields;
      const answer = chosen.has(thing.id) ? chosen.get(thing.id) : readAs(merged, field, own);
      const fields = answer === undefined ? others : { ...others, [merged.key]: answer };
      return { id: thing.id, rev: thing.rev, values: { ...thing, fields: fields as Thing["fields"] }, thing };
    });
    const saved = await saveMany(db, dialect, eventId, saving, context.now().toISOString());
    if (saved.size < saving.length) throw problem("stale");
    const before = saving.map(({ thing, values }) => {
      const kept: KeptThing = { ...thing, event_id: eventId, given: values.fields[merged.key] };
      return { thingId: thing.id, rev: thing.rev + 1, before: kept };
    });
    await keepBefore(db, dialect, context.id, before);
    for (const { thing, values } of saving) {
      const object = { type: OBJECT, id: thing.id, label: thing.name };
      const difference = changes(comparable(thing), { ...taken(thing), ...comparable(values) });
      await context.audit(db, { action: "save", object, ...difference }, eventId);
    }
    await wrote(things.length);
  }
}

async function moveFiles(db: Db, eventId: number, from: number, to: number): Promise<void> {
  await db
    .withTables<EventDataTables>()
    .updateTable("event_data_file")
    .set({ field_id: to })
    .where("field_id", "=", from)
    .where("event_id", "=", eventId)
    .execute();
}

/** Tells how far a long transaction is, and hears whoever calls it off. */
function onward({ progress, signal }: JobContext): (done: number) => Promise<void> {
  const giveWay = pause();
  return async (done) => {
    progress(done);
    await giveWay();
    signal.throwIfAborted();
  };
}

/** What fills the orders of lists comes after this job. */
async function renewLists({ follow }: JobContext, db: Db, eventIds: readonly number[]): Promise<void> {
  if (eventIds.length > 0) await follow(db, LISTED_JOB, { eventIds });
}

const eventOf = ({ before }: UndoRow) => (before as Pick<KeptThing, "event_id">).event_id;

/** Profiles that are there and that somebody has saved since; of them the answer alone goes back. */
async function savedSince(
  { dialect }: JobContext,
  db: Db,
  eventId: number,
  rows: readonly UndoRow[],
): Promise<Set<number>> {
  await lockThings(db, dialect, eventId);
  const revs = new Map(rows.map(({ thingId, rev }) => [thingId, rev]));
  const things = await findMany(db, dialect, eventId, "id", [...revs.keys()]);
  return new Set(things.filter(({ id, rev }) => revs.get(id) !== rev).map(({ id }) => id));
}

export const undoPromotion: JobHandler = async (context): Promise<Promotion> => {
  const { job, promoted, rows, names = [], moved = [] } = context.payload as PromotionUndo;
  const { dialect, appId } = context;
  const told = { changed: 0, unchanged: 0, skipped: 0, errors: [], sample: [], until: null };
  const undo = async (db: Db): Promise<Promotion> => {
    await dialect.lock(db as never, `${FIELD} ${appId}`);
    await dialect.lock(db as never, GIVING);
    const current = await findField(db, appId, promoted.id);
    // What somebody changed since is not lost.
    if (current?.rev !== promoted.rev) throw problem("stale");
    await refuseTakenSince(db, appId, context.who, promoted.id, rows);
    const total = Math.max(1, await countUndo(db, job));
    const goOn = onward(context);
    const found = new Map<MovedAnswers, readonly number[]>();
    for (const one of moved) found.set(one, await idsAnswering(context, db, job, one, () => goOn(0)));
    const writing = total + [...found.values()].reduce((sum, { length }) => sum + length, 0);
    if (writing > AT_MOST) throw await tooManyBack(db, appId, found, writing, AT_MOST);
    const late: UndoRow[] = [];
    for (let after = 0; ; ) {
      await goOn((told.changed + told.skipped) / total);
      const before = await undoRows(db, job, after, BLOCK);
      if (before.length === 0) break;
      after = before.at(-1)?.thingId ?? after;
      for (const eventId of new Set(before.map(eventOf))) {
        const own = before.filter((row) => eventOf(row) === eventId);
        const saved = await savedSince(context, db, eventId, own);
        late.push(...own.filter(({ thingId }) => saved.has(thingId)));
        const rest = own.filter(({ thingId }) => !saved.has(thingId));
        await new Undo(context, eventId, told, false).take(db, rest);
      }
    }
    // A type that the field of several events did not name, since it was everybody's, may be gone.
    const there = await holdAppTypes(db, dialect, appId, [...new Set(rows.flatMap(typesNamed))]);
    const at = context.now().toISOString();
    const healed = rows.map((row) => withoutLost(row, there, at));
    const [first, ...others] = healed;
    if (!first) throw problem("not_found");
    await putRows(db, { ...first, rev: current.rev + 1 }, others);
    for (const { id, event_id } of others) await moveFiles(db, event_id, promoted.id, id);
    for (const one of moved) {
      const row = rows.find(({ event_id, key }) => event_id === one.event_id && key === one.key);
      const field = row && (await findField(db, appId, row.id));
      if (!field) continue;
      const own = late.filter((kept) => eventOf(kept) === one.event_id);
      const share = () => goOn(Math.min(1, (told.changed + told.skipped) / total));
      const others = { late: own, found: found.get(one) ?? [] };
      const given = await giveAnswersBack(context, db, { field, moved: one }, others, share);
      told.changed += given.changed;
      told.skipped += given.skipped;
    }
    await putNamesBack(context, db, names);
    const back = (await findField(db, appId, promoted.id)) as Field;
    const difference = changes(fieldFacts(current), fieldFacts(back));
    await context.audit(db, { action: "undo", object: fieldObject(back), ...difference });
    const lost = healed.filter(({ archived_at }, place) => archived_at !== rows[place]?.archived_at);
    const asksNobody = await tellArchived(context, db, lost);
    await renewLists(context, db, current.event_ids);
    const { changed, skipped } = told;
    return {
      field: current,
      changed,
      skipped,
      differing: 0,
      people: [],
      options: [],
      unlike: [],
      asksNobody,
      until: null,
    };
  };
  return context.inTransaction(undo, { last: true });
};

/** Fields that ask nobody any more: their events hear of it, and so does whoever has taken the promotion back. */
async function tellArchived(
  { appId, audit }: JobContext,
  db: Db,
  lost: PromotionAct["rows"],
): Promise<NonNullable<Promotion["asksNobody"]>> {
  const names = await listEventNamesOf(db, appId);
  for (const { id, event_id, archived_at } of lost) {
    const object = fieldObject((await findField(db, appId, id)) as Field);
    await audit(db, { action: "archive", object, before: { archived_at: null }, after: { archived_at } }, event_id);
  }
  return lost.map(({ id, event_id }) => ({ id, event_id, event: names.get(event_id)?.name ?? "" }));
}
