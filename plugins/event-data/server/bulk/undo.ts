// Undoes an act on many. What somebody changed since then is left alone, and told.
import { type AuditEntry, changes, type Db, holdTypes, type JobContext, type ProblemError } from "#server";
import { type BulkResult, type Loss, summed, type Thing } from "../../contract.ts";
import { type ComingBack, type Returned, thingMergerKey, thingSetsKey } from "../../offers.ts";
import { settleSources } from "../columns/source.ts";
import { FieldsToday } from "../fields/today.ts";
import { carryOn } from "../fields/travel/note.ts";
import { findTaken, type Giver, refusedRows } from "../fields/unique.ts";
import { comparable, groupFacts } from "../history.ts";
import { asRefusal } from "../import/plan.ts";
import type { RowRefused } from "../import/readRow.ts";
import { type Made, usedAmong } from "../import/wayBack.ts";
import { lockThings } from "../locks.ts";
import { noteChange } from "../repository.ts";
import { asComing } from "../rows.ts";
import { dropFor, putBackFor, takeUpFor } from "./ahead.ts";
import { findHolders } from "./freed.ts";
import { withGivers } from "./givers.ts";
import { type Brought, withBrought } from "./keptCarried.ts";
import type { Addressed } from "./mails.ts";
import { doingOf, offeredAct } from "./offeredAct.ts";
import { noteReturned } from "./returned.ts";
import { taken as nothing } from "./runBulk.ts";
import { countOn, type UndoRow } from "./undoRows.ts";
import { type UndoOrder, UndoTelling } from "./undoTelling.ts";
import { findMany, putBackMany, removeMany, saveMany } from "./writeMany.ts";

/** By the label of an area, what it needs to put back. */
type Gone = { thing: Thing; followers: Record<string, unknown> };
type Merging = { merged: unknown[]; name: string };
type Grouped = { group: number; is: "in" | "out" };
/** A profile that was blocked, with what was called off for that, by the label of its area. */
type Blocked = Thing & { calledOff?: Record<string, unknown> } & Brought;
/** What another area did, and what it needs to take that back. */
type Other = { other: string; kept: unknown };
const has = ({ before }: UndoRow, key: "group" | "made" | "other") => key in (before as object);

/** Puts blocks of profiles of one event back to what they were. */
export class Undo extends UndoTelling {
  constructor(
    context: JobContext,
    private readonly eventId: number,
    result: BulkResult,
    /**
     * Whether the fields may have changed since, and answers that are put back go to the person's other profiles, as those that are
     * given do: not where the fields themselves are put back with their answers.
     */
    private readonly isLater = true,
  ) {
    super(context, result);
  }

  /** Answers what it has tried: besides those that it was given, whoever has what they would have back. */
  async take(db: Db, block: readonly UndoRow[]): Promise<readonly UndoRow[]> {
    const { context, eventId } = this;
    await lockThings(db, context.dialect, eventId);
    const all = await withGivers(context, db, eventId, block, this.left);
    const rows = await this.withoutErased(db, all);
    await dropFor(context.offered, db, eventId, this.erasedAmong(all));
    const ids = rows.map(({ thingId }) => thingId);
    const now = await findMany(db, context.dialect, eventId, "id", ids);
    const there = new Map(now.map((thing) => [thing.id, thing]));
    const gone = rows.filter(({ rev }) => rev === 0);
    const grouped = rows.filter((row) => row.rev > 0 && has(row, "group"));
    const made = rows.filter((row) => row.rev > 0 && has(row, "made"));
    const others = rows.filter((row) => has(row, "other"));
    const changed = rows.filter((row) => row.rev > 0 && !has(row, "group") && !has(row, "made") && !has(row, "other"));
    await this.takeOut(db, made, there);
    const fields = gone.length + changed.length > 0 && this.isLater ? await this.fieldsToday(db) : undefined;
    await this.putBack(db, gone, there, fields);
    await this.save(db, changed, there, fields);
    if (grouped.length > 0) await this.regroup(db, grouped, there);
    await this.takeBack(db, others, there);
    return all;
  }

  /** Has another area take back what it did. */
  private async takeBack(db: Db, rows: readonly UndoRow[], there: ReadonlyMap<number, Thing>): Promise<void> {
    const { context, eventId } = this;
    const [first] = rows;
    if (!first) return;
    const { locale } = context.payload as UndoOrder;
    const all = rows.flatMap(({ thingId, before }) => {
      const thing = there.get(thingId);
      if (!thing) this.leave({ id: thingId, name: "" }, "goneSince");
      return thing ? [{ thing, kept: (before as Other).kept }] : [];
    });
    const act = offeredAct(context.offered, (first.before as Other).other);
    const left = await act.undo?.(doingOf(context, db, eventId, locale, true), all);
    for (const { thing } of all) {
      const one = left?.get(thing.id);
      if (one && "left" in one) {
        this.tellLeft(thing, one.left);
        continue;
      }
      this.result.changed += 1;
      this.lose(one?.losses ?? []);
    }
  }

  /** Makes of a merged profile all of those that it was. */
  async unmerge(db: Db, rows: readonly UndoRow[]): Promise<void> {
    const { context, eventId } = this;
    const { dialect, offered, appId } = context;
    const [merger] = offered(thingMergerKey);
    await lockThings(db, dialect, eventId);
    for (const { thingId, rev, before } of await this.withoutErased(db, rows)) {
      const { merged, name } = before as Merging;
      const [found] = await findMany(db, dialect, eventId, "id", [thingId]);
      if (!merger || found?.rev !== rev) {
        this.leave({ id: thingId, name }, found ? "changedSince" : "goneSince");
        continue;
      }
      let kept: Thing = found;
      let lost: readonly Loss[] = [];
      const event = { id: eventId, app_id: appId };
      for (const one of merged.toReversed()) {
        const audit = (entry: AuditEntry) => context.audit(db, entry);
        const follow = (kind: string) => context.follow(db, kind);
        const asked = { db, dialect, event, offered, audit, follow, now: context.now(), userId: context.who.id };
        const done = await merger.unmerge(asked, kept, one);
        kept = done.kept;
        lost = summed(lost, done.left);
      }
      this.result.changed += merged.length;
      this.lose(lost);
    }
  }

  /** Tells of merges that could not be undone. */
  leaveMerged(rows: readonly UndoRow[], error: ProblemError): void {
    for (const { thingId, before } of rows) {
      this.leaveRefused({ id: thingId, name: (before as Merging).name }, asRefusal(error));
    }
  }

  /** Takes out what an import made, but for what somebody has changed or used since. */
  private async takeOut(db: Db, rows: readonly UndoRow[], there: ReadonlyMap<number, Thing>): Promise<void> {
    const { context, eventId } = this;
    const same = rows.flatMap(({ thingId, rev, before }) => {
      const current = there.get(thingId);
      if (current?.rev === rev) return [current];
      // What is gone already is as it was before the import.
      if (!current) this.result.unchanged += 1;
      else this.leave({ id: thingId, name: (before as Made).made }, "changedSince");
      return [];
    });
    const used = await usedAmong(
      context,
      db,
      eventId,
      same.map(({ id }) => id),
    );
    const unused = same.filter(({ id }) => !used.has(id));
    for (const thing of same) if (used.has(thing.id)) this.leave(thing, "usedSince");
    const removed = await removeMany(db, context.dialect, eventId, unused);
    await dropFor(context.offered, db, eventId, [...removed]);
    for (const thing of unused) {
      if (!removed.has(thing.id)) {
        this.leave(thing, "changedSince");
        continue;
      }
      this.result.changed += 1;
      const { id: _, rev: __, photo: ___, ...values } = thing;
      await this.tell(db, thing, { before: values, after: null });
    }
  }

  private fieldsToday(db: Db): Promise<FieldsToday> {
    const { dialect, appId } = this.context;
    return FieldsToday.of(db, dialect, { id: this.eventId, app_id: appId });
  }

  private async putBack(
    db: Db,
    rows: readonly UndoRow[],
    there: ReadonlyMap<number, Thing>,
    fields: FieldsToday | undefined,
  ): Promise<void> {
    const { context, eventId } = this;
    const losses = new Map<number, readonly Loss[]>();
    const kept = rows.map(({ before }) => {
      const { thing, followers } = before as Gone;
      return { thing: this.settled(thing, fields, losses), followers };
    });
    const missing = kept.filter(({ thing }) => !there.has(thing.id));
    const addressed = missing.map(({ thing }) => ({ id: thing.id, values: thing }));
    const holders = await findHolders(context, db, eventId, addressed);
    const taken = await this.findTaken(
      db,
      kept.map(({ thing }) => ({ id: thing.id, values: thing })),
    );
    const lost = await this.lostTypes(
      db,
      kept.map(({ thing }) => thing.type_id),
    );
    const back: Gone[] = [];
    const leftOut: number[] = [];
    for (const [at, one] of kept.entries()) {
      const refused = taken.get(at);
      const holder = holders.get(one.thing.id);
      if (there.has(one.thing.id)) {
        this.result.unchanged += 1;
        continue;
      }
      if (holder) this.leave(one.thing, "emailTaken", { ...holder });
      else if (lost.has(one.thing.type_id)) this.leave(one.thing, "typeLeft");
      else if (refused) this.leaveRefused(one.thing, refused);
      else {
        back.push(one);
        continue;
      }
      leftOut.push(one.thing.id);
    }
    await putBackMany(
      db,
      context.dialect,
      eventId,
      back.map(({ thing }) => ({ ...thing, rev: thing.rev + 1 })),
    );
    const returned = back.map(({ thing: { id, rev } }) => ({ id, from: rev, to: rev + 1 }));
    await this.noteReturned(db, returned);
    await settleSources(
      db,
      { id: eventId, app_id: context.appId },
      back.map(({ thing }) => thing.id),
    );
    if (this.isLater)
      await carryOn(
        context,
        db,
        eventId,
        back.map(({ thing }) => ({ before: asComing(thing), after: thing })),
      );
    const around: ComingBack = { ...this.telling(db), there: (ids) => this.thereOrNext(db, ids, kept) };
    const parts = back.map(({ followers }) => followers);
    this.lose(await putBackFor(context.offered, db, eventId, parts, around));
    for (const { thing } of back) {
      this.lose(losses.get(thing.id) ?? []);
      this.result.changed += 1;
      const { id: _, rev: __, photo: ___, ...values } = thing;
      await this.tell(db, thing, { before: null, after: values });
    }
    // Others who came back before them may have been given back what they had in common.
    await dropFor(context.offered, db, eventId, leftOut);
  }

  /** Who is in the event, and who of this act comes back in a later block. */
  private async thereOrNext(db: Db, ids: readonly number[], block: readonly Gone[]): Promise<ReadonlySet<number>> {
    const now = await findMany(db, this.context.dialect, this.eventId, "id", ids);
    const there = new Set(now.map(({ id }) => id));
    const last = Math.max(...block.map(({ thing }) => thing.id));
    const next = ids.filter((id) => !there.has(id) && id > last);
    const { job } = this.context.payload as UndoOrder;
    for (const id of await countOn(db, this.context.dialect, job, next)) there.add(id);
    return there;
  }

  private async save(
    db: Db,
    rows: readonly UndoRow[],
    there: ReadonlyMap<number, Thing>,
    fields: FieldsToday | undefined,
  ): Promise<void> {
    const { context, eventId } = this;
    const losses = new Map<number, readonly Loss[]>();
    const same = rows.flatMap(({ thingId, rev, before }) => {
      const current = there.get(thingId);
      const { calledOff = {}, brought = [], ...kept } = before as Blocked;
      if (current?.rev !== rev) {
        this.leave(kept, current ? "changedSince" : "goneSince");
        return [];
      }
      const settled = this.settled(kept, fields, losses, current);
      return [{ id: thingId, rev, ...withBrought(settled, current, brought), current, calledOff }];
    });
    const moving = same.filter(({ values, current }) => values.type_id !== current.type_id);
    const lost = await this.lostTypes(
      db,
      moving.map(({ values }) => values.type_id),
    );
    const taken = await this.findTaken(
      db,
      same.map((one) => ({ ...one, before: one.current })),
    );
    const able = same.filter(({ values, current }, at) => {
      const refused = taken.get(at);
      if (values.type_id !== current.type_id && lost.has(values.type_id)) this.leave(current, "typeLeft");
      else if (refused) this.leaveRefused(current, refused);
      else return true;
      return false;
    });
    const saving = await this.withoutAddressed(db, able, rows[0]?.thingId ?? 0);
    const saved = await saveMany(db, context.dialect, eventId, saving, context.now().toISOString());
    const written = saving
      .filter(({ id }) => saved.has(id))
      .map(({ values, said }) => ({ before: said.email === values.email ? said : asComing(values), after: values }));
    const returned = saving.filter(({ id }) => saved.has(id));
    await this.noteReturned(
      db,
      returned.map(({ id, rev, values }) => ({ id, from: values.rev, to: rev + 1 })),
    );
    if (this.isLater) await carryOn(context, db, eventId, written);
    const off = new Map(returned.map(({ id, calledOff }) => [id, calledOff]));
    this.lose(await takeUpFor(this.telling(db), db, eventId, off));
    for (const { id, values, current } of saving) {
      if (!saved.has(id)) {
        this.leave(current, "changedSince");
        continue;
      }
      this.lose(losses.get(id) ?? []);
      this.result.changed += 1;
      await this.tell(db, current, changes(comparable(current), { ...nothing(current), ...comparable(values) }));
    }
  }

  private async regroup(db: Db, rows: readonly UndoRow[], there: ReadonlyMap<number, Thing>): Promise<void> {
    const { context, eventId } = this;
    const [sets] = context.offered(thingSetsKey);
    if (!sets) return;
    await noteChange(db, eventId);
    const byHand = (await sets.list(db, eventId)).filter((set) => set.byHand);
    const names = new Map(byHand.map(({ id, name }) => [id, name]));
    const now = context.now().toISOString();
    const known: { thing: Thing; fact: Grouped }[] = [];
    for (const { thingId, before } of rows) {
      const thing = there.get(thingId);
      const fact = before as Grouped;
      if (thing && names.has(fact.group)) known.push({ thing, fact });
      else if (thing) this.leave(thing, "groupGone");
      // They are in no group any more, which is what the undoing of a putting in would have made of them.
      else if (fact.is === "in") this.result.unchanged += 1;
      else this.leave({ id: thingId, name: "" }, "goneSince");
    }
    const [first] = known;
    if (!first) return;
    // An act puts into one group, or takes out of one.
    const { group, is } = first.fact;
    const ids = known.map(({ thing }) => thing.id);
    const done = new Set(
      is === "in" ? await sets.remove(db, eventId, group, ids) : await sets.add(db, eventId, group, ids, now),
    );
    const facts = groupFacts({ id: group, name: names.get(group) ?? "" }, is === "out");
    for (const { thing } of known) {
      if (!done.has(thing.id)) {
        this.result.unchanged += 1;
        continue;
      }
      this.result.changed += 1;
      await this.tell(db, thing, facts, is === "in" ? "leave_group" : "join_group");
    }
  }

  /** With its answers as the fields of today take them; by its id, what that leaves out. */
  private settled(
    thing: Thing,
    today: FieldsToday | undefined,
    losses: Map<number, readonly Loss[]>,
    current?: Thing,
  ): Thing {
    if (!today) return thing;
    const { locale } = this.context.payload as UndoOrder;
    const settled = today.settle(thing, current);
    losses.set(thing.id, today.lossOf(thing, settled, locale));
    return { ...thing, fields: settled.fields };
  }

  private noteReturned(db: Db, all: readonly Returned[]): Promise<void> {
    const { dialect, offered, appId } = this.context;
    return noteReturned({ db, dialect, offered, event: { id: this.eventId, app_id: appId } }, all);
  }

  /** Leaves those who want an address back that somebody has by now and keeps; what comes before `first` has been undone or left. */
  private async withoutAddressed<T extends Addressed & { current: Thing }>(db: Db, all: readonly T[], first: number) {
    const isOther = ({ values, current }: T) => values.type_id !== current.type_id || values.email !== current.email;
    const mayGive = (id: number) => id >= first && !this.left.has(id);
    // Who is left keeps what another waits for.
    for (let able = all; ; ) {
      const holders = await findHolders(this.context, db, this.eventId, able.filter(isOther), mayGive);
      if (holders.size === 0) return able;
      for (const { id, current } of able) if (holders.has(id)) this.leave(current, "emailTaken", holders.get(id));
      able = able.filter(({ id }) => !holders.has(id));
    }
  }

  /** Why answers cannot come back: somebody else gives them by now. */
  private async findTaken(db: Db, givers: readonly Giver[]): Promise<Map<number, RowRefused>> {
    const { dialect, appId, who } = this.context;
    const event = { id: this.eventId, app_id: appId };
    return refusedRows(await findTaken(db, dialect, event, givers), event, who);
  }

  /** Data types that have left the event. The others stay until the end of the transaction. */
  private async lostTypes(db: Db, typeIds: readonly number[]): Promise<ReadonlySet<number>> {
    const wanted = [...new Set(typeIds)];
    const held = await holdTypes(db, this.context.dialect, this.eventId, wanted);
    return new Set(wanted.filter((id) => !held.has(id)));
  }
}
