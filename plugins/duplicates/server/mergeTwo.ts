// One profile goes into another with all that points at it, and the way back: for a pair of the queue and for acts on many.
import { fieldName } from "#schemas/fields.ts";
import { changes, fold, listTypesOf, localeOf, problem, toldOf } from "#server";
import { type Loss, summed, type Thing } from "../../event-data/contract.ts";
import {
  type AskedThen,
  type MergeContext,
  type Merged,
  type ThingFollower,
  thingFollowerKey,
  thingsKey,
} from "../../event-data/offers.ts";
import { PAIRS, takenIn } from "./chain.ts";
import { keptBack, type Row } from "./comingBack.ts";
import { claimMerge, isErased, noteMerge, standingOf, untilOf } from "./merges.ts";
import { fieldsOf } from "./search.ts";

/** What a merge keeps to be undone. */
export interface Before {
  kept: Row;
  dropped: Row;
  /** The one that stays, as the merge left it; merges of before do not say. */
  after?: Row;
  /** The fields of then. */
  asked?: AskedThen;
  /** By the follower's label, what it needs to move back. */
  moved: { label: string; kept: unknown }[];
  told: { dropped: string; moved: MergedTwo["moved"]; left: Loss[] };
}

/** The same with whom it concerns. */
interface Kept extends Omit<Before, "told"> {
  keptId: number;
  droppedId: number;
  /** Of merges of before: nobody else can undo them. */
  mergeId?: number;
}

export interface MergedTwo extends Merged {
  id: number;
  at: string;
  /** By area, how many point at the other now. */
  moved: { label: string; count: number }[];
}

/** What a merge moves, by area. */
export const followersOf = ({ offered }: Pick<MergeContext, "offered">): readonly ThingFollower[] =>
  offered(thingFollowerKey);

function thingsOf({ offered }: Pick<MergeContext, "offered">) {
  const [things] = offered(thingsKey);
  if (!things) throw new Error("The area event-data, which duplicates require, offers no profiles.");
  return things;
}

/** Takes `dropped` into `kept`, which changes as `change` says. Both are as they are now. */
export async function mergeTwo(
  context: MergeContext,
  kept: Thing,
  dropped: Thing,
  change: Partial<Thing> | Record<string, unknown>,
): Promise<MergedTwo> {
  const { db, dialect, event, now, audit, follow } = context;
  const things = thingsOf(context);
  const categories = new Map((await listTypesOf(db, event.id)).map((type) => [type.id, type.categoryId]));
  if (categories.get(kept.type_id) !== categories.get(dropped.type_id)) throw problem("duplicates.categories_differ");
  await things.holdAnswers(db, dialect, event);
  // Who attaches something to one of the two at this moment ends first, or waits and finds it gone.
  await things.noteChange(db, event.id);
  const rows = { kept: await things.row(db, event.id, kept.id), dropped: await things.row(db, event.id, dropped.id) };
  const moved: { label: string; kept: unknown; count: number }[] = [];
  const left: Loss[] = [];
  for (const { label, settle, move } of followersOf(context)) {
    for (const thing of [kept, dropped]) await settle?.(db, event.id, thing);
    const along = await move(db, event.id, dropped.id, kept.id, context.offered);
    moved.push({ label, count: along.count, kept: along.kept });
    left.push(...along.left);
  }
  // The other goes first, so that its address is free for the one that stays.
  await things.takeOut(db, event.id, dropped);
  const saved = await things.change(db, dialect, event, kept, { photo: kept.photo, ...change }, { now, follow });
  const counts = moved.flatMap(({ label, count }) => (count > 0 ? [{ label, count }] : []));
  const fields = await fieldsOf(context.offered).list(db, event);
  const asked = Object.fromEntries(fields.map(({ key, id, kind }) => [key, { id, kind }]));
  const before: Before = {
    ...rows,
    after: await things.row(db, event.id, kept.id),
    asked,
    moved: moved.map(({ label, kept: one }) => ({ label, kept: one })),
    told: { dropped: dropped.name, moved: counts, left: [...left] },
  };
  const at = now.toISOString();
  for (const row of [rows.kept, rows.dropped]) await things.hold(db, event.id, row, untilOf(at));
  const { id } = await noteMerge(db, {
    ...{ event_id: event.id, kept_id: kept.id, dropped_id: dropped.id, rev: saved.rev, at, user_id: context.userId },
    ...{ before: JSON.stringify(before), dropped_name: dropped.name, dropped_key: fold(dropped.name) },
  });
  const difference = changes(flat(kept), { ...cleared(kept), ...flat(saved) });
  await audit({
    action: "merge",
    object: { type: things.object, id: saved.id, label: saved.name },
    before: difference.before,
    after: { ...difference.after, merged: toldOf(dropped) },
  });
  await audit({
    action: "merge_into",
    object: { type: things.object, id: dropped.id, label: dropped.name },
    before: flat(dropped),
    after: { into: toldOf(saved) },
  });
  // What it told is kept in one place, where an erasure finds it.
  const { told: _, ...rest } = before;
  const wayBack = { ...rest, keptId: kept.id, droppedId: dropped.id, mergeId: id };
  return { id, at, saved, before: wayBack, moved: counts, left };
}

/** Makes two of one again. `after` is the kept one as it is now, which keeps what has been changed since the merge. */
export async function unmergeTwo(context: MergeContext, after: Thing, merged: unknown) {
  const { db, dialect, event, now, audit, follow } = context;
  const things = thingsOf(context);
  const before = merged as Kept;
  const { keptId, droppedId } = before;
  let pairs: unknown;
  if (before.mergeId !== undefined) {
    const claimed = await claimMerge(db, before.mergeId, now.toISOString());
    if (!claimed) throw problem("duplicates.too_late");
    // What other undoings have made of it since is written there alone.
    pairs = isErased(claimed) ? undefined : takenIn(JSON.parse(claimed.before) as Before);
  }
  await things.holdAnswers(db, dialect, event);
  const fields = await fieldsOf(context.offered).list(db, event);
  const current = await things.row(db, event.id, after.id);
  const rows = { before: before.kept, after: before.after ?? current, now: current };
  const today = new Set(fields.map(({ key }) => key));
  const gone = Object.keys(before.asked ?? {}).filter((key) => !today.has(key));
  const { row, stays, isWhole } = keptBack(rows, new Set(gone));
  const rev = after.rev + 1;
  const updated_at = isWhole ? before.kept["updated_at"] : now.toISOString();
  const writing = { now, follow };
  const over = await things.putRow(db, dialect, event, { ...row, rev, updated_at }, writing, after, before.asked);
  if (isWhole) await things.noteReturned(context, [{ id: after.id, from: Number(before.kept["rev"]), to: rev }]);
  const back = await things.putRow(db, dialect, event, before.dropped, writing, undefined, before.asked);
  let left = summed(over, back);
  for (const follower of followersOf(context)) {
    const own = before.moved.find(({ label }) => label === follower.label);
    if (!own) continue;
    const part = (own.label === PAIRS && pairs) || own.kept;
    left = summed(left, await follower.moveBack(db, event.id, droppedId, keptId, part, context.offered));
  }
  if (stays.length > 0) {
    const locale = await localeOf(db, event.app_id);
    const examples = stays.flatMap((field) => {
      const own = fields.find(({ key }) => field === `fields.${key}`);
      if (!field.startsWith("fields.")) return [{ label: `duplicates:field.${field}`, values: {} }];
      // What is hidden from somebody is counted and not named.
      if (!own || own.see_role < EVERYBODY) return [];
      return [{ label: "duplicates:undo.field", values: { field: fieldName(own, locale) } }];
    });
    left = [{ label: "duplicates:undo.stays", count: stays.length, examples }, ...left];
  }
  const [kept, dropped] = [await things.get(db, event.id, keptId), await things.get(db, event.id, droppedId)];
  if (!kept || !dropped) throw problem("not_found");
  await holdStanding(context, [keptId, droppedId]);
  const difference = changes(flat(after), { ...cleared(after), ...flat(kept) });
  for (const [thing, facts] of [
    [kept, difference],
    [dropped, { before: null, after: flat(dropped) }],
  ] as const) {
    await audit({ action: "unmerge", object: { type: things.object, id: thing.id, label: thing.name }, ...facts });
  }
  return { kept, dropped, left };
}

/** Of some profiles what merges that still stand may bring back is held, and no more: pictures and files. */
export async function holdStanding(
  { db, dialect, event, offered }: Pick<MergeContext, "db" | "dialect" | "offered"> & { event: { id: number } },
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const rows = (await standingOf(db, dialect, event.id, ids)).flatMap(({ before, at }) => {
    const { kept, dropped } = JSON.parse(before) as Before;
    return [kept, dropped].map((row) => ({ row, until: untilOf(at) }));
  });
  const own = rows.filter(({ row }) => ids.includes(Number(row["id"])));
  await thingsOf({ offered }).holdOnly(db, dialect, event.id, ids, own);
}

/** Everybody who sees profiles sees the answers of such a field. */
const EVERYBODY = 299;

function flat({
  id: _,
  rev: __,
  created_at: ___,
  updated_at: ____,
  fields,
  ...values
}: Thing): Record<string, unknown> {
  return { ...values, ...Object.fromEntries(Object.entries(fields).map(([key, value]) => [`fields.${key}`, value])) };
}

/** Own fields as nothing, for those that are no longer there afterwards. */
function cleared({ fields }: Thing): Record<string, null> {
  return Object.fromEntries(Object.keys(fields).map((key) => [`fields.${key}`, null]));
}
