// Which writes are one intention: the repeats of one that nobody answered, until something else may have been done.
import type { ApiProblem } from "./problem.ts";

/** Whether a write may have been done although it failed: only a refusal says that it was not. */
const isUnsure = ({ status }: ApiProblem) => status === 0 || status >= 500;

/** One attempt of a person to have something done. */
export interface Intention {
  key: string;
  /** How it ended; without a problem, well. */
  end(problem?: ApiProblem): void;
}

/** Gives each write its key. `asked` is all that is sent: who presses once more on the same form asks for the same. */
export function intentions(): (asked: string) => Intention {
  const unsure = new Map<string, string>();
  return (asked) => {
    const key = unsure.get(asked) ?? crypto.randomUUID();
    const former = [...unsure.keys()];
    return {
      key,
      end: (problem) => {
        if (problem && !isUnsure(problem)) {
          unsure.delete(asked);
          return;
        }
        // What is asked after something else was done is meant anew, such as to archive after having restored.
        for (const one of former) unsure.delete(one);
        if (problem) unsure.set(asked, key);
      },
    };
  };
}
