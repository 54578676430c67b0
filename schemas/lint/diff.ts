// What changes between two navigations: who gains and who loses which entries, and what only moved or was renamed.
import { type AudienceSet, type Cube, NOBODY, Universe } from "../audience.ts";
import { allConditions, type Entry, type Layout, layoutOf, shownTo, usableBy } from "./entries.ts";
import type { Project } from "./project.ts";

/** The sets of those who gain and lose one entry. */
export interface Difference {
  id: string;
  before: Entry[];
  after: Entry[];
  gained: AudienceSet;
  lost: AudienceSet;
  /** Those who see it before and after, and could not use it before (or cannot afterwards). */
  enabled: AudienceSet;
  disabled: AudienceSet;
  moved?: { from: string; to: string };
  renamed?: { from: string; to: string };
}

/** Some entries that the same audience gains or loses. */
export interface GroupedChange {
  kind: "gains" | "loses" | "may use" | "may no longer use";
  entries: string[];
  audience: Cube[];
}

export interface NavDifference {
  universe: Universe;
  differences: Difference[];
  changes: GroupedChange[];
}

export function diffNav(before: Project, after: Project): NavDifference {
  const [old, now] = [layoutOf(before), layoutOf(after)];
  const universe = new Universe([...allConditions(before, old), ...allConditions(after, now)]);
  const both = { old: { ...old, universe }, now: { ...now, universe } };
  const pairs = pairUp(old, now);
  const differences = pairs.map(([was, is]) => differenceOf(both, was, is)).filter(isChange);
  return { universe, differences, changes: groupChanges(universe, differences) };
}

/** Entries of the same id; links that got another id, by their address. */
function pairUp(old: Layout, now: Layout): [Entry[], Entry[]][] {
  const [was, is] = [byId(old.entries), byId(now.entries)];
  const pairs: [Entry[], Entry[]][] = [];
  for (const [id, entries] of was) {
    const same = is.get(id) ?? sameAddress(entries, is, was);
    if (same) for (const entry of same) is.delete(entry.id);
    pairs.push([entries, same ?? []]);
  }
  for (const entries of is.values()) pairs.push([[], entries]);
  return pairs;
}

function byId(entries: readonly Entry[]): Map<string, Entry[]> {
  const map = new Map<string, Entry[]>();
  for (const entry of entries) map.set(entry.id, [...(map.get(entry.id) ?? []), entry]);
  return map;
}

function sameAddress(entries: Entry[], is: Map<string, Entry[]>, was: Map<string, Entry[]>): Entry[] | undefined {
  const link = entries[0]?.link;
  if (!link) return undefined;
  return [...is.values()].find(
    ([candidate]) => candidate?.link?.path === link.path && candidate.link.kind === link.kind && !was.has(candidate.id),
  );
}

function differenceOf({ old, now }: { old: Layout; now: Layout }, before: Entry[], after: Entry[]): Difference {
  const { universe } = old;
  const union = (layout: Layout, entries: Entry[], of: typeof shownTo) =>
    entries.reduce((set, entry) => universe.or(set, of(layout, entry)), NOBODY);
  const [sawBefore, seesNow] = [union(old, before, shownTo), union(now, after, shownTo)];
  const [usedBefore, usesNow] = [union(old, before, usableBy), union(now, after, usableBy)];
  const still = universe.and(sawBefore, seesNow);
  const difference: Difference = {
    id: (after[0] ?? before[0])?.id ?? "",
    before,
    after,
    gained: universe.minus(seesNow, sawBefore),
    lost: universe.minus(sawBefore, seesNow),
    enabled: universe.and(still, universe.minus(usesNow, usedBefore)),
    disabled: universe.and(still, universe.minus(usedBefore, usesNow)),
  };
  const [was, is] = [before[0], after[0]];
  if (was && is && !was.left && !is.left) {
    if (placeName(was) !== placeName(is)) difference.moved = { from: placeName(was), to: placeName(is) };
    if (was.id !== is.id || was.label !== is.label)
      difference.renamed = { from: `${was.id} (${was.label})`, to: `${is.id} (${is.label})` };
  }
  return difference;
}

function placeName(entry: Entry): string {
  return `${entry.groups.join(" › ") || "unplaced"}, place ${entry.position + 1}`;
}

function isChange({ gained, lost, enabled, disabled, moved, renamed }: Difference): boolean {
  return (
    gained !== NOBODY ||
    lost !== NOBODY ||
    enabled !== NOBODY ||
    disabled !== NOBODY ||
    moved !== undefined ||
    renamed !== undefined
  );
}

/** Entries with the same audience are told together; the audience in as few parts as there can be. */
function groupChanges(universe: Universe, differences: readonly Difference[]): GroupedChange[] {
  const groups = new Map<string, GroupedChange>();
  const add = (kind: GroupedChange["kind"], set: AudienceSet, id: string) => {
    if (set === NOBODY) return;
    const key = `${kind} ${set}`;
    const group = groups.get(key) ?? { kind, entries: [], audience: universe.describe(set) };
    group.entries.push(id);
    groups.set(key, group);
  };
  for (const { id, gained, lost, enabled, disabled } of differences) {
    add("gains", gained, id);
    add("loses", lost, id);
    add("may use", enabled, id);
    add("may no longer use", disabled, id);
  }
  return [...groups.values()];
}
