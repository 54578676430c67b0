// Makes a field one of another kind. The definition goes first, so that whoever answers from then on does so in the new kind;
// then every answer follows, in blocks. What was before is kept for ten minutes.

import { Refusal } from "#schemas/answers/read.ts";
import type { KindOrder, KindResult } from "#schemas/fieldKind.ts";
import { type Field, hasOptions } from "#schemas/fields.ts";
import { changes, type Db, type JobContext, type JobHandler, localeOf, problem } from "#server";
import { forgetUndone, keepAct, keepBefore } from "../../bulk/undoRows.ts";
import { fieldGone } from "../gone.ts";
import { FIELD, fieldFacts, fieldObject } from "../history.ts";
import { forgetListed, renewListed } from "../listed.ts";
import { type KeptNames, renameEverywhere } from "../naming.ts";
import { findField, saveField } from "../repository.ts";
import { GIVING } from "../unique.ts";
import { answersRenamed, convert, type Words } from "./convert.ts";
import { answersOf, comeLate, placesOf, planKind } from "./plan.ts";
import { type Rewriting, type Rewritten, rewriteAll } from "./rewrite.ts";

export const KIND_JOB = "event-data.kind";

/** The part of the way that the look at all answers is where they are then written, too. */
const LOOKING = 0.15;

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
  /** The words in which answers were said. */
  said?: Omit<Words, "timeZone">;
  /** An undoing was stopped, and what it put back has not come to be of the new kind again. */
  isPartlyBack?: true;
}

/** Where the job stands. */
export interface Place extends KindAct {
  began: string;
  eventId: number;
  thingId: number;
}

export const runKind: JobHandler = async (context): Promise<KindResult> => {
  const { fieldId, ...order } = context.payload as KindPayload;
  let place = context.kept?.at as Place | undefined;
  let result = context.kept?.result as KindResult | undefined;
  if (!place || !result) {
    const field = await findField(context.read, context.appId, fieldId);
    if (!field) throw fieldGone();
    const isTried = order.mode === "dry-run";
    const tell = (share: number) => context.progress(isTried ? share : share * LOOKING);
    const { next, told } = await planKind(context, field, order, tell);
    result = { ...told, skipped: 0, until: null };
    if (isTried) return result;
    if (told.lost > (order.lose ?? 0)) throw problem("event-data.kind_losses");
    if (hasOptions(next) && next.options.length === 0) throw problem("event-data.kind_impossible");
    const began = { ...result, changed: 0, lost: 0 };
    place = await define(context, field, order, next, began);
    result = began;
  }
  await convertAll(context, place, result);
  const done = result;
  return context.inTransaction(async () => done, { last: true });
};

/** Has all answers follow their field. `again` names the job that had done so before they were put back. */
export async function convertAll(context: JobContext, place: Place, result: KindResult, again?: number): Promise<void> {
  const converting = new Converting(context, place, result, again);
  const places = await placesOf(context, place.after);
  for (const [eventId, words] of places) if (eventId >= place.eventId) await converting.take(eventId, words);
  for (const eventId of places.keys()) await renewListed(context, eventId, place.after.id);
}

/** What of the words is the same in all events. */
export function saidIn({ timeZone: _, ...said }: Words): Omit<Words, "timeZone"> {
  return said;
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
  const clocks = await placesOf(context, field);
  const [places, [words]] = [[...clocks.keys()], clocks.values()];
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
      const act = { before: current, after: saved, names, ...(words && { said: saidIn(words) }) };
      result.until = await keepAct(db, context.id, context.eventId ?? 0, act, now());
      place = { ...act, began: at, eventId: 0, thingId: 0 };
      return place;
    },
    { keep: () => ({ at: place, result }) },
  );
}

/** The answers of one event after another come to be of the new kind. */
class Converting {
  constructor(
    private readonly context: JobContext,
    private place: Place,
    private readonly result: KindResult,
    private readonly again: number | undefined,
  ) {}

  async take(eventId: number, words: Words): Promise<void> {
    const { context, result, again } = this;
    const { before, after, names, said, began } = this.place;
    const from = eventId === this.place.eventId ? this.place.thingId : 0;
    const all: Omit<Rewriting, "pages"> = {
      ...{ field: before, eventId },
      next: ({ answer }) => asAnswer(before, after, answer, words),
      wrote: (db, written, upTo) => this.wrote(db, eventId, written, upTo),
      ending: async (db) => {
        const { id, now } = context;
        if (again === undefined)
          result.until = await keepAct(
            db,
            id,
            context.eventId ?? 0,
            { before, after, names, ...(said && { said }) },
            now(),
          );
      },
      keep: () => ({ at: this.place, result }),
    };
    await rewriteAll(context, { ...all, pages: answersOf(context, before, eventId, from) });
    // Answers that were on their way when the definition changed.
    const late = comeLate(context, before, eventId, { ...(again === undefined && { job: context.id }), began });
    await rewriteAll(context, { ...all, pages: late });
  }

  private async wrote(db: Db, eventId: number, written: readonly Rewritten[], upTo: number): Promise<void> {
    const { context, result, again } = this;
    const kept = written.map(({ one: { id, rev, answer } }) => ({ thingId: id, rev: rev + 1, before: answer ?? null }));
    if (again !== undefined) await forgetUndone(db, context.dialect, again, kept);
    await keepBefore(db, context.dialect, again ?? context.id, kept);
    result.changed += written.length;
    result.lost += written.filter(({ next }) => next === undefined).length;
    // Who comes late lies behind.
    if (eventId > this.place.eventId || upTo > this.place.thingId)
      this.place = { ...this.place, eventId, thingId: upTo };
    const share = Math.min(1, (result.changed + 1) / (result.answers + 1));
    context.progress(LOOKING + (1 - LOOKING) * share);
  }
}
