// What profiles have before them, such as confirmed meetings: told before they leave or are blocked, and called off.
import type { Db, Offers } from "#server";
import { type Loss, UNDO_MINUTES } from "../../contract.ts";
import { type AheadAsking, type Parting, thingFollowerKey } from "../../offers.ts";

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
  by: "removing" | "blocking",
  lost: Lost,
  parting: ReadonlySet<number>,
): Promise<Loss[]> {
  const losses: Loss[] = [];
  for (const { leaving } of asking.offered(thingFollowerKey)) {
    const ids = lost.get(leaving?.label ?? "");
    const label = by === "removing" ? leaving?.label : leaving?.blocking?.label;
    if (!ids?.size || !label) continue;
    losses.push({ label, count: ids.size, ...(await leaving?.about?.(asking, [...ids], parting)) });
  }
  return losses;
}

/** Calls off what somebody who is blocked has before them; answers, by area, what is needed to take it up again. */
export async function callOffFor(
  offered: Offers,
  db: Db,
  eventId: number,
  thingId: number,
  parting: Parting,
): Promise<Record<string, unknown> | undefined> {
  const kept: Record<string, unknown> = {};
  for (const { label, leaving } of offered(thingFollowerKey)) {
    const off = await leaving?.blocking?.callOff(db, eventId, thingId, parting);
    if (off !== undefined) kept[label] = off;
  }
  return Object.keys(kept).length > 0 ? kept : undefined;
}
