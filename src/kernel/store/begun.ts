// What a tab has begun on the server and has not seen the end of: a reload, or whoever comes back, finds it again there.
import { isPassing } from "../api/problem.ts";
import type { Kept } from "./kept.ts";
import { wait } from "./tracked.ts";

/** The number of the job; the rest is what its area needs to go on with it. */
export interface Begun {
  id: number;
}

/**
 * The one place of the tab in which an area keeps what it has begun.
 * @example
 * const place = begunIn<Going>(env(self).tab, `notes.${eventId}`);
 * const job = yield* untilSeen(place, { id: job.id, noteId }, jobShown(self, job.id, t("notes:failed")));
 */
export function begunIn<B extends Begun>(tab: Kept, name: string) {
  const found = () => (tab.read(name) as B | null | undefined) ?? undefined;
  return {
    keep: (begun: B): void => tab.write(name, begun),
    /** What has been begun, unless its end has been seen. */
    found,
    /** Its end has been seen, or nobody knows of it any more. Another one that has been begun since stays. */
    forget(id = found()?.id): void {
      if (found()?.id === id) tab.remove(name);
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: each `yield` has a type of its own
type Ending<End> = Generator<Promise<unknown>, End, any>;

/** How long nobody is asked who could not be. */
const AGAIN_MS = 1000;

/**
 * Keeps what has been begun until its end has been seen: also where that is a failure, and not where nobody could be asked. Given as
 * a function, the end is then waited for anew: while it is not known, nothing else is begun in that place.
 */
export function* untilSeen<B extends Begun, End>(
  place: ReturnType<typeof begunIn<B>>,
  begun: B,
  ending: Ending<End> | (() => Ending<End>),
): Ending<End> {
  place.keep(begun);
  for (;;) {
    try {
      const end = yield* typeof ending === "function" ? ending() : ending;
      place.forget(begun.id);
      return end;
    } catch (problem) {
      if (!isPassing(problem)) place.forget(begun.id);
      if (!isPassing(problem) || typeof ending !== "function") throw problem;
    }
    yield* wait(new Promise((done) => setTimeout(done, AGAIN_MS)));
  }
}
