// What profiles have before them, such as confirmed meetings: told before they leave or are blocked, and called off.
import type { Db, Offers } from "#server";
import { type Loss, summed, type Thing, UNDO_MINUTES } from "../../contract.ts";
import {
  type AheadAsking,
  type ComingBack,
  type FollowerTelling,
  type Parting,
  thingFollowerKey,
} from "../../offers.ts";

/** By the label of an area, the ids of what is lost. */
export type Lost = Map<string, Set<number>>;

const MINUTE_MS = 60_000;
/** An undoing that is begun in the last moment has its time. */
const GRACE_MINUTES = 1;

/** When those on the other side are told of an act that can be undone. */
export function tellAt(now: Date): Date {
  return new Date(now.getTime() + (UNDO_MINUTES + GRACE_MINUTES) * MINUTE_MS);
}

/** Adds what goes with profiles; a meeting of two of them is lost once. Answers whether there was any. */
export async function addLosses(
  { db, eventId, offered, now }: { db: Db; eventId: number; offered: Offers; now: Date },
  ids: readonly number[],
  lost: Lost,
): Promise<boolean> {
  let some = false;
  for (const { leaving } of offered(thingFollowerKey)) {
    if (!leaving) continue;
    const known = lost.get(leaving.label) ?? new Set();
    for (const id of await leaving.of(db, eventId, ids, now)) {
      known.add(id);
      some = true;
    }
    lost.set(leaving.label, known);
  }
  return some;
}

/** The same in words: how many, some one by one, and who is on the other side of them. */
export async function lossesOf(
  asking: AheadAsking,
  by: "removing" | "blocking" | "moving",
  lost: Lost,
  parting: ReadonlySet<number>,
): Promise<Loss[]> {
  const losses: Loss[] = [];
  for (const { leaving, moving } of asking.offered(thingFollowerKey)) {
    if (by === "moving") {
      const ids = lost.get(moving?.label ?? "");
      if (moving && ids?.size)
        losses.push({ label: moving.label, count: ids.size, ...(await moving.about?.(asking, [...ids])) });
      continue;
    }
    const ids = lost.get(leaving?.label ?? "");
    const label = by === "removing" ? leaving?.label : leaving?.blocking?.label;
    if (!ids?.size || !label) continue;
    losses.push({ label, count: ids.size, ...(await leaving?.about?.(asking, [...ids], parting)) });
  }
  return losses;
}

/** What stays with profiles of a block that come to be of another type, although it no longer fits: counted in what a trial finds. */
export async function addUnfitting(
  asking: { db: Db; eventId: number; offered: Offers },
  before: readonly Thing[],
  typeId: number,
  lost: Lost,
): Promise<void> {
  for (const { moving } of asking.offered(thingFollowerKey)) {
    if (!moving) continue;
    const known = lost.get(moving.label) ?? new Set();
    // Of two that move one after the other, a trial finds what they share twice.
    for (const id of await moving.of(asking, before, typeId)) known.add(id);
    lost.set(moving.label, known);
  }
}

/** By profile and the label of an area, what the area keeps of it. */
export type KeptOf = Map<number, Record<string, unknown>>;

/** Calls off what profiles that are blocked have before them; answers what is needed to take it up again. */
export async function callOffFor(
  offered: Offers,
  db: Db,
  eventId: number,
  ids: readonly number[],
  parting: Parting,
): Promise<KeptOf> {
  const kept: KeptOf = new Map();
  if (ids.length === 0) return kept;
  for (const { label, leaving } of offered(thingFollowerKey))
    if (leaving?.blocking)
      for (const [id, part] of await leaving.blocking.callOff(db, eventId, ids, parting))
        partsOf(kept, id)[label] = part;
  return kept;
}

/** Has areas take up again what was called off for profiles. */
export async function takeUpFor(
  telling: FollowerTelling,
  db: Db,
  eventId: number,
  kept: KeptOf,
): Promise<readonly Loss[]> {
  let lost: readonly Loss[] = [];
  for (const { label, leaving } of telling.offered(thingFollowerKey)) {
    const own = new Map([...kept].flatMap(([id, parts]) => (label in parts ? [[id, parts[label]] as const] : [])));
    if (own.size > 0) lost = summed(lost, (await leaving?.blocking?.takeUp(db, eventId, own, telling)) ?? []);
  }
  return lost;
}

/** Has areas let go of profiles that leave; answers what is needed to put it back. */
export async function dropFor(
  offered: Offers,
  db: Db,
  eventId: number,
  ids: readonly number[],
  parting?: Parting,
): Promise<KeptOf> {
  const kept: KeptOf = new Map();
  if (ids.length === 0) return kept;
  for (const { label, drop } of offered(thingFollowerKey))
    for (const [id, part] of await drop(db, eventId, ids, parting)) {
      const parts = partsOf(kept, id);
      parts[label] = [...((parts[label] as unknown[] | undefined) ?? []), part];
    }
  return kept;
}

/** Has areas put back what they keep of profiles that are there again. */
export async function putBackFor(
  offered: Offers,
  db: Db,
  eventId: number,
  all: readonly Record<string, unknown>[],
  back: ComingBack,
): Promise<readonly Loss[]> {
  let lost: readonly Loss[] = [];
  for (const { label, putBack } of offered(thingFollowerKey)) {
    const own = all.flatMap((parts) => (parts[label] === undefined ? [] : [parts[label]].flat()));
    if (own.length > 0) lost = summed(lost, await putBack(db, eventId, own, back));
  }
  return lost;
}

function partsOf(kept: KeptOf, id: number): Record<string, unknown> {
  const parts = kept.get(id) ?? {};
  kept.set(id, parts);
  return parts;
}
