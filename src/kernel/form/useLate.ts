// A save that came too late: what is to be chosen before it is made again, also once its form was closed and is opened again.
import { useState } from "react";
import type { Tracking } from "../store/tracked.ts";
import { useLeft } from "../store/useLeft.ts";
import { rebased } from "./baseline.ts";
import { type Compared, compared, type Facts } from "./compared.ts";

/** What a save started from, and what it would have saved. */
export interface Late<Values> {
  base: Values;
  mine: Values;
}

interface LateSave<Values> {
  /** What both sides changed to different values; undefined where there is nothing to choose. */
  clash: Compared | undefined;
  /** What the form has on top of what is stored, where that form is a new one. */
  typed: Values | undefined;
  /** It is opened again: what was typed stands on theirs, and is to be saved once more. */
  isBack: boolean;
  /** The save came too late. */
  keep: (late: Late<Values>, theirs: Values) => void;
  /** It has been settled, saved or given up. */
  drop: () => void;
}

/** `now` is what is stored, and `factsOf` what of it is chosen each by itself; of what has gone there is nothing to choose. */
export function useLate<Values>(
  asking: Tracking,
  now: Values,
  factsOf: (values: Values) => Facts,
  isGone: boolean,
): LateSave<Values> {
  const [late, setLate] = useState<Late<Values> & { typed?: Values }>();
  useLeft<Late<Values>>(asking, (left) => setLate({ ...left, typed: rebased(left.mine, left.base, now) }));
  const clashOf = ({ base, mine }: Late<Values>, theirs: Values) => {
    const both = compared(factsOf(base), factsOf(mine), factsOf(theirs));
    return both.clashing.length > 0 ? both : undefined;
  };
  const clash = late && !isGone ? clashOf(late, now) : undefined;
  return {
    clash,
    // A form that has been there all the time keeps what is in it.
    typed: isGone ? late?.mine : late?.typed,
    isBack: late !== undefined && !clash,
    keep: (one, theirs) => setLate(clashOf(one, theirs) && one),
    drop: () => setLate(undefined),
  };
}
