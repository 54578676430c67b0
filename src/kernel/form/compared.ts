// Two changes of one thing: what both sides changed to different values, and what only this one changed.
import { same } from "./baseline.ts";

/** The facts of a thing that are chosen each by itself, by name. */
export type Facts = Record<string, unknown>;

export interface Compared {
  /** What both sides changed to different values. */
  clashing: readonly string[];
  /** What only this side changed. */
  others: readonly string[];
  mine: Facts;
  theirs: Facts;
  /** The thing as it is now with one's own changes, but for those of which theirs was chosen. */
  settled: (taken: ReadonlySet<string>) => Facts;
}

/** Compares what a change started from, what it would save, and what somebody else has saved meanwhile. */
export function compared(base: Facts, mine: Facts, theirs: Facts): Compared {
  const changed = [...new Set([...Object.keys(base), ...Object.keys(mine)])].filter(
    (key) => !same(base[key], mine[key]),
  );
  const clashing = changed.filter((key) => !same(base[key], theirs[key]) && !same(mine[key], theirs[key]));
  return {
    clashing,
    others: changed.filter((key) => !clashing.includes(key)),
    mine,
    theirs,
    settled: (taken) => {
      const kept = changed.filter((key) => !taken.has(key)).map((key) => [key, mine[key]]);
      return { ...theirs, ...Object.fromEntries(kept) };
    },
  };
}
