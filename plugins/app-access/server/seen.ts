// When participants were last in the event app, as its back end reports it.
import type { Context } from "#server";
import { advance, categoriesOf, objectOf, thingsOf } from "./people.ts";
import * as repository from "./repository.ts";
import { hindranceOf, isAwaited, seenAt } from "./rules.ts";

const AHEAD = { status: "active" } as const;

/**
 * Notes the later instant of each. Whoever is seen for the first time has logged in by then, and becomes active, which stands in
 * the history; the rest does not.
 */
export async function noteAllSeen(
  context: Pick<Context, "db" | "dialect" | "event" | "now" | "jobs" | "deps" | "audit">,
  seen: readonly { id: number; at: string }[],
): Promise<{ noted: number; unknown: number[] }> {
  const { db, dialect, event, now, audit, deps } = context;
  const latest = new Map<number, string>();
  for (const { id, at } of seen) {
    const instant = seenAt(at, now);
    if (instant > (latest.get(id) ?? "")) latest.set(id, instant);
  }
  const things = thingsOf(deps.offered);
  const there = await things.standing(db, event.id, [...latest.keys()]);
  const categoryOf = await categoriesOf(context);
  const welcome = new Map(there.flatMap((one) => (hindranceOf(one, categoryOf, "link") ? [] : [[one.id, one]])));
  const unknown = [...latest.keys()].filter((id) => !welcome.has(id));
  const before = await repository.listProfiles(db, dialect, event.id, [...welcome.keys()]);
  const isNew = (id: number) => (latest.get(id) ?? "") > (before.get(id)?.seen_at ?? "");
  const fresh = [...welcome.keys()].filter(isNew);
  if (fresh.length === 0) return { noted: 0, unknown };
  const awaited = fresh.filter((id) => !before.get(id)?.entered_at && isAwaited(welcome.get(id) ?? AHEAD));
  // In one order, so that two reports do not wait for each other crosswise.
  for (const thing of (await things.many(db, event.id, awaited)).sort((one, other) => one.id - other.id)) {
    const { thing: active, ...difference } = await advance(context, thing, "active");
    // Another report may have come first.
    const isFirst = difference.after["status"] !== undefined;
    if (isFirst) await audit({ action: "log_in", object: objectOf(context, active), ...difference });
  }
  await repository.holdProfiles(db, event.id, fresh);
  await repository.noteSeen(
    db,
    dialect,
    fresh.map((id) => ({ id, at: latest.get(id) ?? "" })),
  );
  return { noted: fresh.length, unknown };
}
