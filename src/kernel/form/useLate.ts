// A save that came too late: what is to be chosen before it is made again, also once its form was closed and is opened again.
import { useEffect, useState } from "react";
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
  /** The save came too late, or what is typed was overtaken. */
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
  const [late, setLate] = useState<Late<Values> & { typed?: Values; isChosen: boolean }>();
  const clashOf = ({ base, mine }: Late<Values>, theirs: Values) => {
    const both = compared(factsOf(base), factsOf(mine), factsOf(theirs));
    return both.clashing.length > 0 ? both : undefined;
  };
  const onNow = (one: Late<Values>) => ({ ...one, typed: rebased(one.mine, one.base, now) });
  useLeft<Late<Values>>(asking, (left) => setLate({ ...onNow(left), isChosen: clashOf(left, now) !== undefined }));
  // In a form that is drawn more may have been typed than is known here: what is chosen between is what it hands over.
  const clash = late?.isChosen && !isGone ? clashOf(late, now) : undefined;
  const isSettled = late?.isChosen === true && !isGone && !clash;
  // What is stored by now leaves nothing to choose: what was typed stands in the form again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it comes to that
  useEffect(() => {
    if (isSettled && late) setLate({ ...onNow(late), isChosen: false });
  }, [isSettled]);
  return {
    clash,
    // A form that has been there all the time keeps what is in it.
    typed: isGone ? late?.mine : late?.typed,
    isBack: late !== undefined && !clash,
    keep: (one, theirs) => setLate(clashOf(one, theirs) && { ...one, isChosen: true }),
    drop: () => setLate(undefined),
  };
}
