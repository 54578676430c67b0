// Merges certain doubles among many profiles: group by group, each one transaction. Which two are one, and how a merge is
// made, another area says.
import {
  type Db,
  type JobContext,
  type JobHandler,
  listTypesOf,
  mustStillBeAllowed,
  ProblemError,
  problem,
} from "#server";
import { type BulkAct, type BulkResult, type Loss, summed, type Thing, type ThingBulkDraft } from "../../contract.ts";
import { type ThingMerger, thingFollowerKey, thingMergerKey } from "../../offers.ts";
import { questionsOfEvent } from "../fields/questions.ts";
import { type Hidden, hiddenKeys } from "../fields/sight.ts";
import { refuseTaken } from "../fields/unique.ts";
import { asRefusal } from "../import/plan.ts";
import { refuse } from "../import/readRow.ts";
import { lockThings } from "../locks.ts";
import { asTakenOver, participantTypes } from "../rules.ts";
import { countSelected, eachSelected } from "../selection.ts";
import { filledIn, firstBest } from "./mergeChoice.ts";
import { offeredAct } from "./offeredAct.ts";
import { Bulk, refuseOther, runBulk } from "./runBulk.ts";
import { keepAct } from "./undoRows.ts";
import { findMany } from "./writeMany.ts";

type MergeAct = Extract<BulkAct, { do: "merge" }>;

/** More than these are not one by certainty: they are left to be looked at. */
const MOST = 20;
const FINDING = 0.4;
/** As where it is written: another area merges, which says of nobody what they may open. */
const NOBODY = { allowedEvents: [] };

/** Any act on many. */
export const runAct: JobHandler = (context) => {
  const { act } = context.payload as ThingBulkDraft;
  // With what its area allows by now, as with the right to write profiles.
  if (act.do === "other") mustStillBeAllowed(context, offeredAct(context.offered, act.act).access ?? {});
  return act.do === "merge" ? runMerge(context) : runBulk(context);
};

async function runMerge(context: JobContext): Promise<BulkResult> {
  const draft = context.payload as ThingBulkDraft & { act: MergeAct };
  const { eventId = 0, read, dialect, offered } = context;
  const [merger] = offered(thingMergerKey);
  if (!merger) throw problem("not_found");
  const hidden = await hiddenKeys(read, dialect, { id: eventId, app_id: context.appId }, context.who);
  const total = await countSelected(read, dialect, eventId, draft.selection, offered, hidden);
  if (draft.mode === "apply") refuseOther(context, total);
  const types = await listTypesOf(read, eventId);
  const own = await questionsOfEvent(read, context.appId, eventId, context.who);
  const run = new MergeRun(context, eventId, draft, types, own, merger);
  const groups = await run.find(hidden, total);
  run.begin(total, groups);
  async function* steps() {
    for (const [at, ids] of groups.entries()) {
      await run.takeGroup(ids);
      yield context.progress(FINDING + (1 - FINDING) * ((at + 1) / groups.length));
      context.signal.throwIfAborted();
    }
  }
  await run.each(steps());
  return run.finish();
}

class MergeRun extends Bulk {
  constructor(
    ...[context, eventId, draft, types, own, merger]: [...ConstructorParameters<typeof Bulk>, merger: ThingMerger]
  ) {
    super(context, eventId, draft, types, own);
    this.merger = merger;
  }

  private readonly merger: ThingMerger;

  private get by(): MergeAct["by"] {
    return (this.draft.act as MergeAct).by;
  }

  /** The key of a profile among those of its category; an empty one is nobody's double. */
  private keyOf(thing: Pick<Thing, "type_id" | "name" | "email" | "company_name" | "fields">): string {
    const category = this.types.find(({ id }) => id === thing.type_id)?.categoryId;
    const key = this.merger.keyOf(this.by, thing, participantTypes(this.types).includes(thing.type_id));
    return key && `${category} ${key}`;
  }

  /**
   * Ids of the selected profiles that share a key, group by group. Everything is read twice, so that of a million profiles
   * only a number each is held, and the keys of those that are several.
   */
  async find(hidden: Hidden, total: number): Promise<number[][]> {
    const { context, eventId, draft } = this;
    const { read, dialect, offered } = context;
    const columns = ["name", "email", "company_name", ...(this.by === "registration" ? ["fields"] : [])];
    const options = { columns, size: 1000 };
    const seen = new Set<number>();
    const several = new Set<number>();
    const groups = new Map<string, number[]>();
    let done = 0;
    for (const isFirst of [true, false]) {
      if (!isFirst && several.size === 0) break;
      for await (const rows of eachSelected(read, dialect, eventId, draft.selection, offered, hidden, options)) {
        for (const row of rows as unknown as (Omit<Thing, "fields"> & { fields?: string })[]) {
          const key = this.keyOf({ ...row, fields: JSON.parse(row.fields ?? "{}") });
          const hash = key && hashOf(key);
          if (hash === "") continue;
          if (!isFirst) {
            if (several.has(hash)) groups.set(key, [...(groups.get(key) ?? []), Number(row.id)]);
          } else if (seen.has(hash)) several.add(hash);
          else seen.add(hash);
        }
        done += rows.length;
        context.progress((FINDING * done) / Math.max(1, total * 2));
        context.signal.throwIfAborted();
      }
    }
    return [...groups.values()].filter((ids) => ids.length > 1);
  }

  /** Whoever has no double stays as they are; those that an earlier run merged are counted already. */
  begin(total: number, groups: readonly number[][]): void {
    this.result.groups ??= 0;
    this.result.unchanged = total - groups.reduce((sum, ids) => sum + ids.length, 0) - this.result.groups;
  }

  async takeGroup(ids: readonly number[]): Promise<void> {
    const { context, eventId } = this;
    const [id = 0] = ids;
    if (!this.writes) return this.tryGroup(ids);
    // Groups come in the order of their first ids: one that an earlier run left out is told of already.
    if (id <= this.done) return;
    const keep = () => ({ at: { id, file: this.left.isBegun }, result: this.result });
    const inTransaction = (work: (db: Db) => Promise<void>) =>
      context.inTransaction(
        async (db) => {
          await work(db);
          this.result.until = await keepAct(db, context.id, eventId, this.draft.act, context.now());
          await this.writeLeft(db);
        },
        { keep },
      );
    try {
      await inTransaction(async (db) => {
        await lockThings(db, context.dialect, eventId);
        await this.mergeGroup(db, ids);
      });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      // Nothing of the group was written.
      await inTransaction(async (db) => {
        for (const thing of await findMany(db, context.dialect, eventId, "id", ids))
          this.leave(thing, asRefusal(error));
      });
    }
  }

  /** What writing would refuse is refused here too, and told in the same words. */
  private async tryGroup(ids: readonly number[]): Promise<void> {
    const { read, dialect } = this.context;
    try {
      await this.mergeGroup(read, ids);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      for (const thing of await findMany(read, dialect, this.eventId, "id", ids)) this.leave(thing, asRefusal(error));
    }
  }

  private async mergeGroup(db: Db, ids: readonly number[]): Promise<void> {
    const found = await findMany(db, this.context.dialect, this.eventId, "id", ids);
    // What they say may have changed since they were found.
    const keys = new Map(found.map((thing) => [thing.id, this.keyOf(thing)]));
    const [first] = keys.values();
    const same = found.filter(({ id }) => first && keys.get(id) === first);
    const isMuch = same.length > MOST;
    const isOne = same.length > 1 && !isMuch;
    const apart = isOne ? await this.apartIn(db, same) : undefined;
    const made = isOne && !apart ? await this.makeOne(db, same) : undefined;
    // Nothing is told of a group before all of it is done: where it is refused, it is told as a whole.
    for (const thing of found) if (!same.includes(thing)) this.leave(thing, refuse("", "overtaken"));
    if (isMuch) for (const thing of same) this.leave(thing, refuse("", "tooManyDoubles", { number: same.length }));
    else if (apart) for (const thing of same) this.leave(thing, apart);
    else if (!made) this.result.unchanged += same.length;
    if (!made) return;
    this.result.groups = (this.result.groups ?? 0) + 1;
    for (const drop of made.rest) this.count(drop, "", `${made.best.name} (${made.best.id})`);
    if (made.left.length > 0) this.result.losses = summed(this.result.losses, made.left);
  }

  /** Why a group stays as it is in which somebody has kept two apart: which of the others belongs to whom nobody knows. */
  private async apartIn(db: Db, same: readonly Thing[]) {
    const ids = same.map(({ id }) => id);
    const pair = await this.merger.apart(db, this.eventId, ids);
    const [one, other] = (pair ?? []).flatMap((id) => same.find((thing) => thing.id === id) ?? []);
    if (!one || !other) return undefined;
    return refuse("", "keptApart", { one: one.name, oneId: one.id, other: other.name, otherId: other.id });
  }

  /** Takes all of a group into the best of them, or looks what that would be. Answers what did not simply move. */
  private async makeOne(db: Db, same: readonly Thing[]) {
    const { context, eventId } = this;
    const { dialect, offered } = context;
    const [best, ...rest] = firstBest(same);
    let left: readonly Loss[] = [];
    if (!this.writes) {
      let would = best;
      for (const [at, drop] of rest.entries()) {
        const earlier = rest.slice(0, at).map(({ id }) => id);
        would = await this.judge(db, would, drop, earlier);
        for (const { merging } of offered(thingFollowerKey))
          left = summed(left, (await merging?.(db, eventId, drop.id, best.id, offered, earlier)) ?? []);
      }
      return { best, rest, left };
    }
    let kept = best;
    const merged: unknown[] = [];
    const audit: Parameters<ThingMerger["merge"]>[0]["audit"] = (entry) => context.audit(db, entry);
    for (const drop of rest) {
      const change = filledIn(kept, drop, this.own.fields);
      const follow = (kind: string) => context.follow(db, kind);
      const asked = {
        db,
        dialect,
        event: this.event,
        offered,
        audit,
        follow,
        now: context.now(),
        userId: context.who.id,
      };
      const done = await this.merger.merge(asked, kept, drop, change);
      kept = done.saved;
      merged.push(done.before);
      left = summed(left, done.left);
    }
    // Those that are erased are found by how this begins.
    const before = { merged, name: best.name, step: this.result.groups ?? 0 };
    await this.keep(db, [{ thingId: kept.id, rev: kept.rev, before }]);
    return { best, rest, left };
  }

  private get event() {
    return { id: this.eventId, app_id: this.context.appId };
  }

  /** The one that stays as a merge would leave it, once `earlier` have gone into it. Addresses come from those who go: nobody else has them. */
  private async judge(db: Db, kept: Thing, drop: Thing, earlier: readonly number[]): Promise<Thing> {
    const { photo = kept.photo, ...change } = filledIn(kept, drop, this.own.fields);
    const values = asTakenOver(kept, { ...change, rev: kept.rev }, this.types);
    const giver = { id: kept.id, values, before: kept, going: [...earlier, drop.id] };
    await refuseTaken(db, this.context.dialect, this.event, giver, NOBODY);
    return { ...kept, ...values, photo: photo as Thing["photo"] };
  }
}

/** A number for a key: two keys rarely share one, and whoever shares it is told apart by the key itself. */
function hashOf(key: string): number {
  let [one, other] = [0x811c9dc5, 0x1000193];
  for (let at = 0; at < key.length; at++) {
    const sign = key.charCodeAt(at);
    one = Math.imul(one ^ sign, 0x01000193);
    other = Math.imul(other ^ sign, 0x5bd1e995);
  }
  return (one >>> 0) * 0x200000 + ((other >>> 0) & 0x1fffff);
}
