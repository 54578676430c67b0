// One act on many profiles: in blocks, each one transaction with its history, what was before, and the place to go on from.
import { changes, type Db, type JobContext, type JobHandler, listTypesOf, problem, type TypeOfEvent } from "#server";
import { type BulkAct, type BulkResult, blocks, summed, type Thing, type ThingBulkDraft } from "../../contract.ts";
import { type AheadAsking, type Parting, thingSetsKey } from "../../offers.ts";
import { questionsOfEvent } from "../fields/questions.ts";
import { hiddenKeys } from "../fields/sight.ts";
import { carryOn } from "../fields/travel/note.ts";
import { findTaken, Given, refusedRows } from "../fields/unique.ts";
import { comparable, groupFacts, OBJECT } from "../history.ts";
import { RowRefused, refuse, textOf } from "../import/readRow.ts";
import { lockThings } from "../locks.ts";
import { noteChange } from "../repository.ts";
import { refuseLostTypes } from "../rows.ts";
import type { Questions } from "../rules.ts";
import { countSelected, eachSelected } from "../selection.ts";
import { actOn, reasonOf, shown, type ValueAct, valueActOf } from "./acts.ts";
import { addLosses, addUnfitting, callOffFor, dropFor, type KeptOf, type Lost, lossesOf, tellAt } from "./ahead.ts";
import { LeftFile } from "./leftFile.ts";
import { findTakenMails, type Mails } from "./mails.ts";
import { doingOf, offeredAct } from "./offeredAct.ts";
import { keepAct, keepBefore, type UndoRow } from "./undoRows.ts";
import { findMany, removeMany, type Saving, saveMany } from "./writeMany.ts";

export const BULK_JOB = "event-data.bulk";

const BLOCK = 500;
const TOLD = 200;
const SHOWN = 8;

export const runBulk: JobHandler = async (context): Promise<BulkResult> => {
  const draft = context.payload as ThingBulkDraft;
  const { eventId = 0, read, dialect, offered } = context;
  const { selection, mode } = draft;
  const hidden = await hiddenKeys(read, dialect, { id: eventId, app_id: context.appId }, context.who);
  const total = await countSelected(read, dialect, eventId, selection, offered, hidden);
  const bulk = new Bulk(
    context,
    eventId,
    draft,
    await listTypesOf(read, eventId),
    await questionsOfEvent(read, context.appId, eventId, context.who),
  );
  if (mode === "apply") refuseOther(context, total);
  const block = { columns: ["id"], size: BLOCK };
  async function* blocks() {
    let done = 0;
    for await (const rows of eachSelected(read, dialect, eventId, selection, offered, hidden, block)) {
      await bulk.take(rows.map(({ id }) => Number(id)));
      done += rows.length;
      yield context.progress(done / Math.max(1, total));
      context.signal.throwIfAborted();
    }
  }
  await bulk.each(blocks());
  return bulk.finish();
};

/** Refuses an act where the selection holds others than were seen before; one that goes on after a stop does so with the rest. */
export function refuseOther({ payload, kept, speak }: JobContext, total: number): void {
  const { act, seen, locale = "en-gb" } = payload as ThingBulkDraft;
  const isOther = (seen !== undefined && seen !== total) || (act.do === "remove" && act.confirm !== total);
  if (kept || !isOther) return;
  throw problem("invalid", {
    message: speak(locale, "event-data:bulk.otherNumber", { count: total, number: total }),
  });
}

/** An act on many: what it counts, keeps, tells and leaves out. */
export class Bulk {
  protected readonly result: BulkResult;
  /** Up to which id an earlier run has come. */
  protected readonly done: number;
  protected readonly writes: boolean;
  protected readonly left: LeftFile;
  /** What the blocks of a dry run would have given. */
  private readonly given = new Given();
  private readonly mails: Mails = new Map();
  /** By its label, what a dry run found that leaves with the profiles. */
  private readonly lost: Lost = new Map();
  /** Those with whom it does. */
  private readonly parting = new Set<number>();

  constructor(
    protected readonly context: JobContext,
    protected readonly eventId: number,
    protected readonly draft: ThingBulkDraft,
    protected readonly types: readonly TypeOfEvent[],
    protected readonly own: Questions,
  ) {
    const place = context.kept?.at as { id: number; file: boolean } | undefined;
    this.done = place?.id ?? 0;
    this.left = new LeftFile(this.locale, (key) => context.speak(this.locale, key), place?.file);
    this.writes = draft.mode === "apply";
    this.result = (context.kept?.result as BulkResult | undefined) ?? {
      ...{ changed: 0, unchanged: 0, skipped: 0, errors: [], sample: [] },
      until: null,
    };
  }

  /** The language of what is said. */
  private get locale(): string {
    return this.draft.locale ?? "en-gb";
  }

  /** Goes step by step; the file of a trial is made meanwhile. */
  async each(steps: AsyncIterable<unknown>): Promise<void> {
    if (!this.writes) return this.left.saveDuring(steps, (file) => this.context.saveFile(file));
    for await (const _ of steps);
  }

  async take(ids: readonly number[]): Promise<void> {
    const { context } = this;
    const fresh = ids.filter((id) => id > this.done);
    if (fresh.length === 0) return;
    if (!this.writes) return this.work(context.read, fresh);
    const keep = () => ({ at: { id: fresh.at(-1), file: this.left.isBegun }, result: this.result });
    await context.inTransaction(
      async (db) => {
        await lockThings(db, context.dialect, this.eventId);
        await this.work(db, fresh);
        if (this.isUndoable)
          this.result.until = await keepAct(db, context.id, this.eventId, this.draft.act, context.now());
        await this.writeLeft(db);
      },
      { keep },
    );
  }

  async finish(): Promise<BulkResult> {
    const { context } = this;
    if (this.writes) return context.inTransaction(async () => this.result, { last: true });
    const { act } = this.draft;
    const by = act.do === "remove" ? "removing" : act.do === "move" ? "moving" : "blocking";
    const losses = await lossesOf(this.asking(context.read), by, this.lost, this.parting);
    return losses.length > 0 ? { ...this.result, losses } : this.result;
  }

  private asking(db: Db): AheadAsking {
    const { appId, who, offered, now } = this.context;
    return { db, event: { id: this.eventId, app_id: appId }, who, offered, now: now(), locale: this.locale };
  }

  private get isUndoable(): boolean {
    const { act } = this.draft;
    return act.do !== "other" || offeredAct(this.context.offered, act.act).undo !== undefined;
  }

  private async work(db: Db, ids: readonly number[]): Promise<void> {
    const { act } = this.draft;
    const values = valueActOf(act);
    const things = await findMany(db, this.context.dialect, this.eventId, "id", ids);
    if (act.do === "remove") await this.remove(db, things);
    else if (act.do === "group") await this.group(db, act, things);
    else if (act.do === "other") await this.other(db, act, things);
    else if (values) await this.change(db, values, things);
  }

  private async change(db: Db, act: ValueAct, things: readonly Thing[]): Promise<void> {
    const { dialect } = this.context;
    const saving: (Saving & { thing: Thing })[] = [];
    for (const thing of things) {
      this.attempt(thing, () => {
        const values = actOn(thing, act, this.types, this.own);
        if (!values) {
          this.result.unchanged += 1;
          return;
        }
        saving.push({ id: thing.id, rev: thing.rev, values, thing });
      });
    }
    if (act.do === "move") await this.leaveAddressed(db, saving);
    await this.leaveTaken(db, saving);
    if (this.writes && act.do === "move" && saving.length > 0) {
      await refuseLostTypes(db, dialect, this.eventId, [act.type_id]);
    }
    const saved = this.writes
      ? await saveMany(db, dialect, this.eventId, saving, this.context.now().toISOString())
      : new Set(saving.map(({ id }) => id));
    const written = saving
      .filter(({ id }) => saved.has(id))
      .map(({ thing, values }) => ({ before: thing, after: values }));
    if (this.writes) await carryOn(this.context, db, this.eventId, written);
    if (act.do === "move") await this.noteUnfitting(db, act.type_id, written);
    const before: UndoRow[] = [];
    const off = await this.callOff(
      db,
      written.map(({ before: thing }) => thing),
    );
    for (const { thing, values } of saving) {
      if (!saved.has(thing.id)) {
        this.leave(thing, refuse("", "overtaken"));
        continue;
      }
      const said = (of: Pick<Thing, "type_id" | "fields">) => shown(of, act, this.types, this.locale);
      this.count(thing, said(thing), said(values));
      const calledOff = off.get(thing.id);
      before.push({ thingId: thing.id, rev: thing.rev + 1, before: calledOff ? { ...thing, calledOff } : thing });
      await this.tell(db, "save", thing, changes(comparable(thing), { ...taken(thing), ...comparable(values) }));
    }
    await this.keep(db, before);
  }

  /** Notes what stays with those who move although it no longer fits them; of an act what has come of it by now. */
  private async noteUnfitting(db: Db, typeId: number, written: readonly { before: Thing }[]): Promise<void> {
    const { offered } = this.context;
    const moved = written.map(({ before }) => before);
    const found: Lost = this.writes ? new Map() : this.lost;
    await addUnfitting({ db, eventId: this.eventId, offered }, moved, typeId, found);
    if (!this.writes) return;
    const losses = await lossesOf(this.asking(db), "moving", found, this.parting);
    if (losses.length > 0) this.result.losses = summed(this.result.losses, losses);
  }

  /** Calls off what those who are blocked have before them, where that is asked; by profile what their areas need to take it up again. */
  private async callOff(db: Db, things: readonly Thing[]): Promise<KeptOf> {
    const { act } = this.draft;
    if (!blocks(act)) return new Map();
    const ids = things.map(({ id }) => id);
    if (!this.writes) await this.noteLosses(db, ids);
    else if (act.calls_off)
      return callOffFor(this.context.offered, db, this.eventId, ids, this.around(db, things, act.tells));
    return new Map();
  }

  /** Leaves out those whose address a participant has, in this block or an earlier one. */
  private async leaveAddressed(db: Db, saving: (Saving & { thing: Thing })[]): Promise<void> {
    const mails = this.writes ? undefined : this.mails;
    const taken = await findTakenMails(db, this.context.dialect, this.eventId, this.types, saving, mails);
    for (const [at, { id, name }] of taken)
      this.leave((saving[at] as { thing: Thing }).thing, refuse("email", "emailTaken", { id, name }));
    saving.splice(0, saving.length, ...saving.filter((_, at) => !taken.has(at)));
  }

  /** Leaves out those whose answer another profile gives, in this block or an earlier one. */
  private async leaveTaken(db: Db, saving: (Saving & { thing: Thing })[]): Promise<void> {
    const { dialect, appId, who } = this.context;
    const event = { id: this.eventId, app_id: appId };
    const givers = saving.map(({ id, values, thing }) => ({ id, values, before: thing }));
    const taken = await findTaken(db, dialect, event, givers, this.writes ? undefined : this.given);
    const refused = refusedRows(taken, event, who);
    for (const [at, why] of refused) this.leave((saving[at] as { thing: Thing }).thing, why);
    const rest = saving.filter((_, at) => !refused.has(at));
    saving.splice(0, saving.length, ...rest);
  }

  private async remove(db: Db, things: readonly Thing[]): Promise<void> {
    const { dialect } = this.context;
    if (!this.writes) {
      for (const thing of things) this.count(thing, thing.name, "");
      await this.noteLosses(
        db,
        things.map(({ id }) => id),
      );
      return;
    }
    const before: UndoRow[] = [];
    const removed = await removeMany(db, dialect, this.eventId, things);
    const { act } = this.draft;
    const parting = this.around(db, things, act.do === "remove" && act.tells);
    const gone = things.flatMap(({ id }) => (removed.has(id) ? [id] : []));
    const kept = await dropFor(this.context.offered, db, this.eventId, gone, parting);
    for (const thing of things) {
      if (!removed.has(thing.id)) {
        this.leave(thing, refuse("", "overtaken"));
        continue;
      }
      before.push({ thingId: thing.id, rev: 0, before: { thing, followers: kept.get(thing.id) ?? {} } });
      this.count(thing, thing.name, "");
      const { id: _, rev: __, photo: ___, ...values } = thing;
      await this.tell(db, "remove", thing, { before: values, after: null });
    }
    await this.keep(db, before);
  }

  private async noteLosses(db: Db, ids: readonly number[]): Promise<void> {
    const { offered, now } = this.context;
    if (await addLosses({ db, eventId: this.eventId, offered, now: now() }, ids, this.lost))
      for (const id of ids) this.parting.add(id);
  }

  /** Around profiles that leave or are blocked by this. */
  private around(db: Db, things: readonly Thing[], tells = false): Parting {
    const { offered } = this.context;
    const now = this.context.now();
    const named = new Map(things.map(({ id, name }) => [id, name]));
    const audit: Parting["audit"] = (entry) => this.context.audit(db, entry);
    return { offered, now, audit, named, tellAt: tells ? tellAt(now) : undefined };
  }

  private async group(
    db: Db,
    { group, is }: Extract<BulkAct, { do: "group" }>,
    things: readonly Thing[],
  ): Promise<void> {
    const [sets] = this.context.offered(thingSetsKey);
    if (!sets) throw problem("not_found");
    const name = (await sets.list(db, this.eventId)).find(({ id }) => id === group)?.name ?? "";
    const ids = things.map(({ id }) => id);
    if (!this.writes) {
      const there = new Set(await sets.among(db, this.eventId, group, ids));
      for (const thing of things) {
        if (there.has(thing.id) === (is === "in")) this.result.unchanged += 1;
        else this.count(thing, is === "in" ? "" : name, is === "in" ? name : "");
      }
      return;
    }
    const now = this.context.now().toISOString();
    // Lists that are filtered by the group count anew.
    await noteChange(db, this.eventId);
    const done = new Set(
      is === "in" ? await sets.add(db, this.eventId, group, ids, now) : await sets.remove(db, this.eventId, group, ids),
    );
    const before: UndoRow[] = [];
    for (const thing of things) {
      if (!done.has(thing.id)) {
        this.result.unchanged += 1;
        continue;
      }
      this.count(thing, is === "in" ? "" : name, is === "in" ? name : "");
      before.push({ thingId: thing.id, rev: thing.rev, before: { group, is } });
      const action = is === "in" ? "join_group" : "leave_group";
      await this.tell(db, action, thing, groupFacts({ id: group, name }, is === "in"));
    }
    await this.keep(db, before);
  }

  /** Has another area do what it offers. */
  private async other(db: Db, act: Extract<BulkAct, { do: "other" }>, things: readonly Thing[]): Promise<void> {
    const doing = doingOf(this.context, db, this.eventId, this.locale, this.writes);
    const acted = await offeredAct(this.context.offered, act.act).run(doing, act.with, things);
    const before: UndoRow[] = [];
    for (const thing of things) {
      const one = acted.get(thing.id);
      if (!one) this.result.unchanged += 1;
      else if ("left" in one) this.leaveSaying(thing, one.left);
      else {
        this.count(thing, one.before ?? "", one.after ?? "");
        if (one.losses?.length) this.result.losses = summed(this.result.losses, one.losses);
        before.push({ thingId: thing.id, rev: thing.rev, before: { other: act.act, kept: one.kept } });
      }
    }
    if (this.isUndoable) await this.keep(db, before);
  }

  protected count(thing: Thing, before: string, after: string): void {
    this.result.changed += 1;
    if (this.result.sample.length < SHOWN) this.result.sample.push({ id: thing.id, name: thing.name, before, after });
  }

  protected async tell(
    db: Db,
    action: string,
    thing: Thing,
    difference: { before: Record<string, unknown> | null; after: Record<string, unknown> | null },
  ): Promise<void> {
    if (!this.writes) return;
    await this.context.audit(db, { action, object: { type: OBJECT, id: thing.id, label: thing.name }, ...difference });
  }

  protected async keep(db: Db, rows: readonly UndoRow[]): Promise<void> {
    if (this.writes) await keepBefore(db, this.context.dialect, this.context.id, rows);
  }

  private attempt(thing: Thing, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error;
      this.leave(thing, error);
    }
  }

  /** Tells why a profile is left out. */
  protected leave(thing: Thing, refused: RowRefused): void {
    const say = (key: string, values?: Record<string, unknown>) => this.context.speak(this.locale, key, values);
    this.leaveSaying(
      thing,
      reasonOf(refused, (key, values) => say(textOf(key), values)),
    );
  }

  private leaveSaying(thing: Thing, message: string): void {
    this.result.skipped += 1;
    if (this.result.errors.length < TOLD) this.result.errors.push({ id: thing.id, name: thing.name, message });
    this.left.add(thing, message);
  }

  protected async writeLeft(db: Db): Promise<void> {
    const more = this.left.take();
    if (more) await this.context.addToFile(db, more);
  }
}

/** Own fields as nothing, for those that a change takes away. */
export function taken({ fields }: Thing): Record<string, null> {
  return Object.fromEntries(Object.keys(fields).map((key) => [`fields.${key}`, null]));
}
