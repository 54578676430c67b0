// Two profiles become one, and the way back. Everything happens in the transaction of the request.
import { type Context, changes, type Db, listTypesOf, problem } from "#server";
import type { Thing } from "../../event-data/contract.ts";
import { type ThingFollower, thingFollowerKey } from "../../event-data/offers.ts";
import { type Merge, type MergeDraft, UNDO_MINUTES } from "../contract.ts";
import * as repository from "./repository.ts";
import { thingsOf } from "./search.ts";

type Asked = Pick<Context<unknown, unknown, unknown>, "db" | "dialect" | "event" | "who" | "now" | "audit" | "deps">;

interface Before {
  kept: Record<string, unknown>;
  dropped: Record<string, unknown>;
  /** By the follower's label, what it needs to move back. */
  moved: { label: string; kept: unknown }[];
}

/** What a merge moves, by area. */
export const followers = ({ deps }: Pick<Asked, "deps">): readonly ThingFollower[] => deps.offered(thingFollowerKey);

export async function merge(context: Asked, { keep, drop, take }: MergeDraft): Promise<Merge> {
  const { db, event, now, audit, deps } = context;
  const things = thingsOf(deps.offered);
  if (keep.id === drop.id) throw problem("duplicates.same");
  const [kept, dropped] = [await current(context, keep), await current(context, drop)];
  const categories = new Map((await listTypesOf(db, event.id)).map((type) => [type.id, type.categoryId]));
  if (categories.get(kept.type_id) !== categories.get(dropped.type_id)) throw problem("duplicates.categories_differ");
  await things.holdAnswers(db, context.dialect, event);
  const rows = { kept: await things.row(db, event.id, kept.id), dropped: await things.row(db, event.id, dropped.id) };
  const moved: { label: string; kept: unknown; count: number }[] = [];
  for (const { label, count, settle, move } of followers(context)) {
    for (const thing of [kept, dropped]) await settle?.(db, event.id, thing);
    const many = await count(db, event.id, dropped.id);
    moved.push({ label, count: many, kept: await move(db, event.id, dropped.id, kept.id) });
  }
  // The other goes first, so that its address is free for the one that stays.
  await things.takeOut(db, event.id, dropped.id);
  const hidden = await things.hidden(db, context.dialect, event, context.who);
  const change = takenFrom(kept, dropped, take, hidden);
  const saved = await things.change(db, context.dialect, event, kept, change, now.toISOString());
  const before: Before = { ...rows, moved: moved.map(({ label, kept: one }) => ({ label, kept: one })) };
  const since = new Date(now.getTime() - UNDO_MINUTES * 60_000).toISOString();
  await repository.forgetMergesBefore(db, event.id, since);
  const noted = await repository.noteMerge(db, {
    event_id: event.id,
    kept_id: kept.id,
    dropped_id: dropped.id,
    rev: saved.rev,
    before: JSON.stringify(before),
    at: now.toISOString(),
  });
  const difference = changes(flat(kept), { ...cleared(kept), ...flat(saved) });
  await audit({
    action: "merge",
    object: { type: things.object, id: saved.id, label: saved.name },
    before: difference.before,
    after: { ...difference.after, merged: `${dropped.name} (${dropped.id})` },
  });
  await audit({
    action: "merge_into",
    object: { type: things.object, id: dropped.id, label: dropped.name },
    before: flat(dropped),
    after: { into: `${saved.name} (${saved.id})` },
  });
  return {
    id: noted.id,
    until: untilOf(noted.at),
    kept: things.without(saved, hidden),
    dropped: dropped.name,
    moved: moved.filter(({ count }) => count > 0).map(({ label, count }) => ({ label, count })),
  };
}

export async function undo(context: Asked, mergeId: number): Promise<{ kept: Thing; dropped: Thing }> {
  const { db, event, now, audit, deps } = context;
  const things = thingsOf(deps.offered);
  const found = await repository.findMerge(db, event.id, mergeId);
  if (!found || found.undone_at || now.toISOString() > untilOf(found.at)) throw problem("duplicates.too_late");
  const after = await things.get(db, event.id, found.kept_id);
  if (after?.rev !== found.rev) throw problem("duplicates.overtaken");
  if (!(await repository.markUndone(db, found.id, now.toISOString()))) throw problem("duplicates.too_late");
  const before = JSON.parse(found.before) as Before;
  await things.holdAnswers(db, context.dialect, event);
  await things.putRow(db, context.dialect, event, { ...before.kept, rev: found.rev + 1 }, after);
  await things.putRow(db, context.dialect, event, before.dropped);
  for (const follower of followers(context)) {
    const own = before.moved.find(({ label }) => label === follower.label);
    if (own) await follower.moveBack(db, event.id, found.dropped_id, found.kept_id, own.kept);
  }
  const [kept, dropped] = [await the(db, context, found.kept_id), await the(db, context, found.dropped_id)];
  const difference = changes(flat(after), { ...cleared(after), ...flat(kept) });
  for (const [thing, facts] of [
    [kept, difference],
    [dropped, { before: null, after: flat(dropped) }],
  ] as const) {
    await audit({ action: "unmerge", object: { type: things.object, id: thing.id, label: thing.name }, ...facts });
  }
  const hidden = await things.hidden(db, context.dialect, event, context.who);
  return { kept: things.without(kept, hidden), dropped: things.without(dropped, hidden) };
}

async function current(context: Asked, { id, rev }: { id: number; rev: number }): Promise<Thing> {
  const thing = await the(context.db, context, id);
  if (thing.rev === rev) return thing;
  const things = thingsOf(context.deps.offered);
  const hidden = await things.hidden(context.db, context.dialect, context.event, context.who);
  throw problem("stale", { current: things.without(thing, hidden) });
}

async function the(db: Db, { event, deps }: Pick<Asked, "event" | "deps">, id: number): Promise<Thing> {
  const thing = await thingsOf(deps.offered).get(db, event.id, id);
  if (!thing) throw problem("not_found", { message: "One of the profiles is not in the event any more" });
  return thing;
}

/**
 * The change that takes some fields from the other profile. Whoever takes first or last name takes the name with them. What
 * is hidden from a person they cannot choose: an answer that only the other has is not lost.
 */
export function takenFrom(kept: Thing, from: Thing, take: readonly string[], hidden: readonly string[] = []) {
  const values: Record<string, unknown> = {};
  const fields: Record<string, Thing["fields"][string] | null> = {};
  for (const key of hidden) {
    const answer = key in kept.fields ? undefined : from.fields[key];
    if (answer !== undefined) fields[key] = answer;
  }
  for (const field of take) {
    if (field.startsWith("fields.") && !hidden.includes(field.slice("fields.".length))) {
      const key = field.slice("fields.".length);
      fields[key] = from.fields[key] ?? null;
    } else if (field in kept && !UNTAKEN.has(field)) values[field] = from[field as keyof Thing];
    else throw problem("invalid", { fields: { take: `There is no field "${field}"` } });
  }
  return { ...values, ...(Object.keys(fields).length > 0 ? { fields } : {}) };
}

const UNTAKEN = new Set(["id", "rev", "created_at", "updated_at", "fields"]);

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

function untilOf(at: string): string {
  return new Date(Date.parse(at) + UNDO_MINUTES * 60_000).toISOString();
}
