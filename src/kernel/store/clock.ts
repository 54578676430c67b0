// What time it is, by the server: a browser's clock may be years off. Whoever reads `now` while observing is told when the
// answer may have changed: the server's clock was heard, or a moment that was named has come.
import { createAtom } from "mobx";

/** Replies tell whole seconds and have travelled; a smaller difference is no difference. */
const TOLERANCE_MS = 60_000;
const LONGEST_MS = 6 * 60 * 60 * 1000;

export interface Clock {
  now(): Date;
  /** Compares with the `Date` header of a reply that was just received. */
  hear(date: string | null | undefined): void;
  /** Tells observers when the first of these instants comes; takes the place of what was named before. */
  wakeAt(instants: readonly number[]): void;
}

export function createClock(read: () => number = Date.now): Clock {
  const turn = createAtom("clock");
  let offset = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = () => read() + offset;

  return {
    now() {
      turn.reportObserved();
      return new Date(now());
    },
    hear(date) {
      const theirs = Date.parse(date ?? "");
      if (Number.isNaN(theirs)) return;
      const heard = theirs - read();
      const next = Math.abs(heard) < TOLERANCE_MS ? 0 : heard;
      if (Math.abs(next - offset) < TOLERANCE_MS && (next === 0) === (offset === 0)) return;
      offset = next;
      turn.reportChanged();
    },
    wakeAt(instants) {
      clearTimeout(timer);
      const waits = instants.map((instant) => instant - now()).filter((wait) => wait >= 0);
      if (waits.length === 0) return;
      // A moment far ahead is looked at again on the way: timers do not reach that far.
      timer = setTimeout(() => turn.reportChanged(), Math.min(Math.min(...waits) + 1, LONGEST_MS));
    },
  };
}
