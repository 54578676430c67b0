// What was typed, could not be saved, and is opened again.
import { autorun, runInAction } from "mobx";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { Tracking } from "./tracked.ts";

/**
 * Hands over what a way back has left at an asking, once, to the form that is drawn for it.
 * @example useLeft<NoteDraft>(store.saving.of(NEW), setTyped);
 */
export function useLeft<Typed>(asking: Tracking, take: (typed: Typed) => void): void {
  const latest = useRef(take);
  useLayoutEffect(() => {
    latest.current = take;
  });
  useEffect(
    () =>
      autorun(() => {
        const { left } = asking;
        if (left === undefined) return;
        runInAction(() => {
          asking.left = undefined;
        });
        latest.current(left as Typed);
      }),
    [asking],
  );
}
