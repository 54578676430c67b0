// One way to ask: busy while it runs, the last problem kept, a stale answer dropped, unexpected errors reported once.
import { observable, observableRef, runInAction } from "mobx";
import { flow, type IAnyStateTreeNode } from "mobx-state-tree";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import { env } from "./env.ts";

/** How an asking stands: under way or not, and what went wrong the last time. */
export interface Tracking {
  busy: boolean;
  /** True once it has succeeded. */
  done: boolean;
  problem: ApiProblem | undefined;
  /** What was typed and could not be saved, until a form takes it up. */
  left: unknown;
}

/**
 * The volatile field that `tracked` writes.
 * @example
 * .volatile(() => ({ saving: tracking() }))
 */
export function tracking(): Tracking {
  return observable(
    { busy: false, done: false, problem: undefined as ApiProblem | undefined, left: undefined as unknown },
    { problem: observableRef, left: observableRef },
  );
}

/** How the askings about each of several rows stand, by what tells the rows apart. */
export interface Trackings {
  of: (key: string | number) => Tracking;
}

/**
 * The volatile field that `trackedOf` writes.
 * @example
 * .volatile(() => ({ saving: trackings() }))
 */
export function trackings(): Trackings {
  const each = new Map<string | number, Tracking>();
  return {
    of: (key) => {
      const known = each.get(key) ?? tracking();
      each.set(key, known);
      return known;
    },
  };
}

/**
 * Waits for a promise inside a tracked generator and keeps its type.
 * @example
 * const reply = yield* wait(env(self).api.call(getNote, { params: { noteId } }));
 */
export function* wait<T>(promise: Promise<T>): Generator<Promise<T>, T, T> {
  return yield promise;
}

interface Options {
  /** Every run counts: a newer one does not make an older one stale. For saves of different rows. */
  every?: boolean;
}

type Steps<R> = Generator<PromiseLike<unknown>, R, never>;

/**
 * Wraps an asking as an action. It answers the generator's result, or undefined when it failed or was overtaken; it never throws.
 * @example
 * .volatile(() => ({ loading: tracking() }))
 * .actions((self) => ({
 *   list: tracked(self, "loading", function* (eventId: number) {
 *     self.rows = yield* wait(env(self).api.call(listNotes, { params: { eventId } }));
 *   }),
 * }))
 */
export function tracked<K extends string, Args extends unknown[], R>(
  self: IAnyStateTreeNode & Record<K, Tracking>,
  key: K,
  // biome-ignore lint/suspicious/noExplicitAny: each `yield` has a type of its own
  steps: (...args: Args) => Generator<PromiseLike<unknown>, R, any>,
  options: Options = {},
): (...args: Args) => Promise<R | undefined> {
  return trackedAt(self, () => self[key], steps, options);
}

/**
 * The same for what is asked about several rows: each row has a tracking of its own, which `of` names by the arguments, and an
 * asking about one row overtakes none about another.
 * @example
 * .volatile(() => ({ saving: trackings() }))
 * .actions((self) => ({
 *   save: trackedOf(self, "saving", ([id]) => id, function* (id: number, draft: NoteDraft) { … }),
 * }))
 */
export function trackedOf<K extends string, Args extends unknown[], R>(
  self: IAnyStateTreeNode & Record<K, Trackings>,
  key: K,
  of: (args: Args) => string | number,
  // biome-ignore lint/suspicious/noExplicitAny: each `yield` has a type of its own
  steps: (...args: Args) => Generator<PromiseLike<unknown>, R, any>,
): (...args: Args) => Promise<R | undefined> {
  const runs = new Map<string | number, (...args: Args) => Promise<R | undefined>>();
  return (...args) => {
    const row = of(args);
    const run = runs.get(row) ?? trackedAt(self, () => self[key].of(row), steps, {});
    runs.set(row, run);
    return run(...args);
  };
}

function trackedAt<Args extends unknown[], R>(
  self: IAnyStateTreeNode,
  at: () => Tracking,
  // biome-ignore lint/suspicious/noExplicitAny: each `yield` has a type of its own
  steps: (...args: Args) => Generator<PromiseLike<unknown>, R, any>,
  options: Options,
): (...args: Args) => Promise<R | undefined> {
  let latest = 0;
  let running = 0;
  const set = (change: Partial<Tracking>) => runInAction(() => Object.assign(at(), change));

  function* drive(turn: number, args: Args): Generator<PromiseLike<unknown>, R | undefined, unknown> {
    const inner = steps(...args) as Steps<R>;
    let step = inner.next();
    while (!step.done) {
      let answer: unknown;
      let failure: { error: unknown } | undefined;
      try {
        answer = yield step.value;
      } catch (error) {
        failure = { error };
      }
      if (!options.every && turn !== latest) {
        inner.return(undefined as never);
        return undefined;
      }
      step = failure ? inner.throw(failure.error) : inner.next(answer as never);
    }
    return step.value;
  }

  const run = flow(function* (turn: number, args: Args): Generator<PromiseLike<unknown>, R | undefined, never> {
    running += 1;
    set({ busy: true, problem: undefined });
    try {
      const result = yield* drive(turn, args) as Generator<PromiseLike<unknown>, R | undefined, never>;
      if (turn === latest) set({ done: true });
      return result;
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code === "unexpected" && !(error instanceof Error && error === problem)) env(self).report(error);
      if ((options.every || turn === latest) && !problem.silent) set({ problem });
      return undefined;
    } finally {
      running -= 1;
      if (running === 0 || (!options.every && turn === latest)) set({ busy: false });
    }
  });

  return (...args) => {
    latest += 1;
    return run(latest, args) as Promise<R | undefined>;
  };
}
