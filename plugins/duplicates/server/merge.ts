// Two profiles become one, and the way back. Everything happens in the transaction of the request.
import { type Context, type Db, problem } from "#server";
import type { Thing } from "../../event-data/contract.ts";
import type { ThingFollower } from "../../event-data/offers.ts";
import { type Merge, type MergeDraft, UNDO_MINUTES } from "../contract.ts";
import { followersOf, mergeTwo, unmergeTwo } from "./mergeTwo.ts";
import * as repository from "./repository.ts";
import { thingsOf } from "./search.ts";

type Asked = Pick<Context<unknown, unknown, unknown>, "db" | "dialect" | "event" | "who" | "now" | "audit" | "deps">;

/** What a merge moves, by area. */
export const followers = ({ deps }: Pick<Asked, "deps">): readonly ThingFollower[] => followersOf(deps);

const merging = ({ db, dialect, event, now, audit, deps: { offered } }: Asked) => {
  return { db, dialect, event, now, audit, offered };
};

export async function merge(context: Asked, { keep, drop, take }: MergeDraft): Promise<Merge> {
  const { db, event, now, deps } = context;
  const things = thingsOf(deps.offered);
  if (keep.id === drop.id) throw problem("duplicates.same");
  const [kept, dropped] = [await current(context, keep), await current(context, drop)];
  const hidden = await things.hidden(db, context.dialect, event, context.who);
  const { saved, before, moved } = await mergeTwo(
    merging(context),
    kept,
    dropped,
    takenFrom(kept, dropped, take, hidden),
  );
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
  return {
    id: noted.id,
    until: untilOf(noted.at),
    kept: things.without(saved, hidden),
    dropped: dropped.name,
    moved: moved.filter(({ count }) => count > 0).map(({ label, count }) => ({ label, count })),
  };
}

export async function undo(context: Asked, mergeId: number): Promise<{ kept: Thing; dropped: Thing }> {
  const { db, event, now, deps } = context;
  const things = thingsOf(deps.offered);
  const found = await repository.findMerge(db, event.id, mergeId);
  if (!found || found.undone_at || now.toISOString() > untilOf(found.at)) throw problem("duplicates.too_late");
  const after = await things.get(db, event.id, found.kept_id);
  if (after?.rev !== found.rev) throw problem("duplicates.overtaken");
  if (!(await repository.markUndone(db, found.id, now.toISOString()))) throw problem("duplicates.too_late");
  const before = { ...JSON.parse(found.before), keptId: found.kept_id, droppedId: found.dropped_id };
  const { kept, dropped } = await unmergeTwo(merging(context), after, before);
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
  if (!thing)
    throw problem("not_found", {
      message: "One of the profiles is not in the event any more",
      text: "duplicates:gone.profile",
    });
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

function untilOf(at: string): string {
  return new Date(Date.parse(at) + UNDO_MINUTES * 60_000).toISOString();
}
