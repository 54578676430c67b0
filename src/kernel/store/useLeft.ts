// What was typed, could not be saved, and is opened again.
import { runInAction } from "mobx";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import type { Tracking } from "./tracked.ts";

/** What an address is gone to with by a way back: it may be the one that is open. */
export const BACK = { isBack: true };

/** Whether a way back has led to a location. */
export function isBackAt({ state }: { state: unknown }): boolean {
  return (state as typeof BACK | null)?.isBack === true;
}

/**
 * Hands over what a way back has left at an asking, once, to the form that is drawn for it. One that is drawn already gets it
 * where the way back has led there: who has typed something else in it is asked before, and may stay.
 * @example useLeft<NoteDraft>(store.saving.of(NEW), setTyped);
 */
export function useLeft<Typed>(asking: Tracking, take: (typed: Typed) => void): void {
  const latest = useRef(take);
  useLayoutEffect(() => {
    latest.current = take;
  });
  const location = useLocation();
  const back = isBackAt(location) ? location.key : undefined;
  const drawn = useRef<Tracking>();
  useEffect(() => {
    const { left } = asking;
    const isNew = drawn.current !== asking;
    drawn.current = asking;
    if (left === undefined || !(isNew || back)) return;
    runInAction(() => {
      asking.left = undefined;
    });
    latest.current(left as Typed);
  }, [asking, back]);
}
