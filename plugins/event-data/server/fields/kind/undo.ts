// Gives a field its former kind back. Answers that nobody gave since are what they were; those that somebody did are made
// answers of the former kind where they can be, and else left and told. Stopped, it gives way to the change; see again.ts.
import { Refusal } from "#schemas/answers/read.ts";
import type { KindResult } from "#schemas/fieldKind.ts";
import type { Field } from "#schemas/fields.ts";
import { changes, type Db, type JobContext, type JobHandler, problem } from "#server";
import { claimWhenever, countUndo, endAct, findAct, type Undoes } from "../../bulk/undoRows.ts";
import { listDoubles } from "../doubles.ts";
import { FIELD, fieldFacts, fieldObject } from "../history.ts";
import { forgetListed, renewListed } from "../listed.ts";
import { putNamesBack } from "../naming.ts";
import { changeField, findField, saveField } from "../repository.ts";
import { GIVING } from "../unique.ts";
import { asAnswer, type KindAct } from "./change.ts";
import { convert, type Words } from "./convert.ts";
import { comeLate, type Former, formersOf, placesSince } from "./plan.ts";
import { type Answering, type Rewriting, rewriteAll } from "./rewrite.ts";

export const KIND_UNDO_JOB = "event-data.kind-undo";

/** What the undoing is started with. */
export interface KindUndo extends KindAct, Undoes {}

/** The kind of jobs that undo a change which did not come to its end. */
export const KIND_BACK_JOB = "event-data.kind-back";

/** Where the job stands. */
interface Place {
  began: string;
  eventId: number;
  thingId: number;
}

export const undoKind: JobHandler = (context) => undone(context, context.payload as KindUndo);

/** Undoes a change that was called off half-way, or broke; nothing where somebody is undoing it already. */
export const putKindBack: JobHandler = async (context): Promise<KindResult | undefined> => {
  const { job } = context.payload as { job: number };
  const found = (await findAct(context.read, job)) as KindAct | undefined;
  if (!found) return undefined;
  const act = { ...found, undoes: job };
  return undone(context, act, (db) => claimWhenever(db, job, context.now()));
};

/** `claim` answers whether it is this job's to do. */
async function undone(context: JobContext, act: KindUndo, claim?: (db: Db) => Promise<boolean>): Promise<KindResult> {
  const { before } = act;
  const result = (context.kept?.result as KindResult | undefined) ?? noneOf(before);
  const beginning = { began: context.now().toISOString(), eventId: 0, thingId: 0 };
  const place = (context.kept?.at as Place | undefined) || beginning;
  if (!context.kept) {
    let isOurs = true;
    const begin = async (db: Db) => {
      isOurs = !claim || (await claim(db));
      if (isOurs) await redefine(context, db, act);
    };
    await context.inTransaction(begin, { keep: () => ({ at: place, result }) });
    if (!isOurs) return result;
  }
  const undoing = new Undoing(context, act, place, result, await countUndo(context.read, act.undoes));
  for (const [eventId, words] of await placesSince(context, before)) {
    if (eventId < place.eventId) continue;
    await undoing.take(eventId, words);
    await renewListed(context, eventId, before.id);
  }
  return context.inTransaction(
    async (db) => {
      await askAlike(context, db, before);
      if (claim) await endAct(db, act.undoes, context.now());
      return result;
    },
    { last: true },
  );
}

/** Gives the answers of one event after another back. */
class Undoing {
  /** Profiles behind the place whose answer stays as it was given since. */
  private left: number[] = [];

  constructor(
    private readonly context: JobContext,
    private readonly act: KindUndo,
    private place: Place,
    private readonly result: KindResult,
    private readonly total: number,
  ) {}

  async take(eventId: number, words: Words): Promise<void> {
    const { context, act } = this;
    const { before, after, undoes: job } = act;
    const from = eventId === this.place.eventId ? this.place.thingId : 0;
    const isLeft = ({ former, answer }: Former) =>
      former !== undefined && same(asAnswer(before, after, former.answer, words), answer);
    // What does not fit stays as it is.
    const fits = ({ answer }: Answering) => !(convert(after, before, answer, words) instanceof Refusal);
    const asFormer = (one: Answering) =>
      one.answer !== undefined && fits(one) ? convert(after, before, one.answer, words) : one.answer;
    const all: Omit<Rewriting, "pages"> = {
      ...{ field: before, eventId },
      next: (one: Former) => (isLeft(one) ? one.former?.answer : asFormer(one)),
      wrote: async (_, written, upTo) => this.wrote(eventId, written.length, upTo),
      keep: () => ({ at: this.place, result: this.result }),
    };
    const keepLeft = (one: Former) => {
      if (one.answer !== undefined && !isLeft(one) && !fits(one)) this.left.push(one.id);
    };
    await rewriteAll(context, { ...all, pages: seen(formersOf(context, before, eventId, job, from), keepLeft) });
    await rewriteAll(context, { ...all, pages: comeLate(context, before, eventId, { job, began: this.place.began }) });
    this.tellLeft(Number.POSITIVE_INFINITY);
  }

  private wrote(eventId: number, count: number, upTo: number): void {
    this.result.changed += count;
    this.context.progress(Math.min(1, this.result.changed / Math.max(1, this.total)));
    // Who comes late lies behind.
    if (eventId === this.place.eventId && upTo <= this.place.thingId) return;
    this.place = { ...this.place, eventId, thingId: upTo };
    this.tellLeft(upTo);
  }

  private tellLeft(upTo: number): void {
    const behind = this.left.filter((id) => id > upTo);
    this.result.skipped += this.left.length - behind.length;
    this.left = behind;
  }
}

async function* seen<T>(pages: AsyncIterable<readonly T[]>, see: (one: T) => void): AsyncGenerator<readonly T[]> {
  for await (const page of pages) {
    for (const one of page) see(one);
    yield page;
  }
}

export function noneOf({ options }: Field): KindResult {
  const none = { answers: 0, lost: 0, archived: 0, changed: 0, skipped: 0 };
  return { ...none, options, drops: [], losing: [], keeping: [], misfits: [], until: null };
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function redefine(context: JobContext, db: Db, { before, after, names }: KindUndo): Promise<void> {
  const { dialect, appId } = context;
  await dialect.lock(db as never, `${FIELD} ${appId}`);
  await dialect.lock(db as never, GIVING);
  const current = await findField(db, appId, after.id);
  // An undoing before this one that was stopped.
  if (current?.kind === before.kind) return;
  if (current?.kind !== after.kind) throw problem("stale", { current });
  const { kind, options, limits } = before;
  const values = { ...current, kind, options, limits };
  const saved = await saveField(db, current, { values }, context.now().toISOString());
  if (!saved) throw problem("stale", { current });
  const difference = changes(fieldFacts(current), fieldFacts(saved));
  await context.audit(db, { action: "undo", object: fieldObject(saved), ...difference });
  for (const eventId of (await placesSince(context, before)).keys()) await forgetListed(db, eventId, before.id);
  await putNamesBack(context, db, names);
}

/** A field of which no two profiles gave the same answer asks for that again, unless two have come to give the same. */
async function askAlike(context: JobContext, db: Db, { id, kind, unique }: Field): Promise<void> {
  if (!unique) return;
  const { dialect, appId, read } = context;
  await dialect.lock(db as never, GIVING);
  const isAsked = (field: Field) => field.unique || field.kind !== kind;
  const current = await findField(db, appId, id);
  if (!current || isAsked(current)) return;
  const app = { id: appId, allowedEvents: context.who.allowedEvents };
  if ((await listDoubles(read, dialect, app, current)).answers > 0) return;
  const now = context.now().toISOString();
  await changeField(db, { appId, id, now }, (field) => (isAsked(field) ? undefined : { unique: true }));
}
