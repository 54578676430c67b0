// One profile goes into another with all that points at it, and the way back: for a pair of the queue and for acts on many.
import { changes, listTypesOf, problem, toldOf } from "#server";
import { type Loss, summed, type Thing } from "../../event-data/contract.ts";
import {
  type MergeContext,
  type Merged,
  type ThingFollower,
  thingFollowerKey,
  thingsKey,
} from "../../event-data/offers.ts";

/** What a merge keeps to be undone. */
interface Before {
  kept: Record<string, unknown>;
  dropped: Record<string, unknown>;
  /** By the follower's label, what it needs to move back. */
  moved: { label: string; kept: unknown }[];
  /** The picture of the one that stays, as the merge left it: it may have been changed since, which is no other revision. */
  photo?: string | null;
}

export interface MergedTwo extends Merged {
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
  const saved = await things.change(db, dialect, event, kept, change, { now, follow });
  const wayBack = moved.map(({ label, kept: one }) => ({ label, kept: one }));
  const before: Before = { ...rows, moved: wayBack, photo: saved.photo };
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
  const counts = moved.flatMap(({ label, count }) => (count > 0 ? [{ label, count }] : []));
  return { saved, before: { ...before, keptId: kept.id, droppedId: dropped.id }, moved: counts, left };
}

/** Makes two of one again. `after` is the kept one as it is now. */
export async function unmergeTwo(context: MergeContext, after: Thing, merged: unknown) {
  const { db, dialect, event, now, audit, follow } = context;
  const things = thingsOf(context);
  const before = merged as Before & { keptId: number; droppedId: number };
  await things.holdAnswers(db, dialect, event);
  const photo = before.photo === undefined || before.photo === after.photo ? before.kept["photo"] : after.photo;
  const row = { ...before.kept, photo, rev: after.rev + 1 };
  const over = await things.putRow(db, dialect, event, row, { now, follow }, after);
  const returned = { id: after.id, from: Number(before.kept["rev"]), to: after.rev + 1 };
  await things.noteReturned(context, [returned]);
  const left = summed(over, await things.putRow(db, dialect, event, before.dropped, { now, follow }));
  for (const follower of followersOf(context)) {
    const own = before.moved.find(({ label }) => label === follower.label);
    if (!own) continue;
    const { droppedId, keptId } = before;
    left.push(...(await follower.moveBack(db, event.id, droppedId, keptId, own.kept, context.offered)));
  }
  const [kept, dropped] = [
    await things.get(db, event.id, before.keptId),
    await things.get(db, event.id, before.droppedId),
  ];
  if (!kept || !dropped) throw problem("not_found");
  const difference = changes(flat(after), { ...cleared(after), ...flat(kept) });
  for (const [thing, facts] of [
    [kept, difference],
    [dropped, { before: null, after: flat(dropped) }],
  ] as const) {
    await audit({ action: "unmerge", object: { type: things.object, id: thing.id, label: thing.name }, ...facts });
  }
  return { kept, dropped, left };
}

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
