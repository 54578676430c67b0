// One walk a view of the list: another order, filter or search is another one.
import { useMemo, useRef } from "react";
import type { ListQuestion } from "#schemas/list.ts";
import type { GridAnswer } from "#web";
import type { ThingRow } from "../contract.ts";
import { Walk } from "./walk.ts";

const VIEW = ["q", "sort", "filter", "group", "view"];

type Ask = (question: ListQuestion, signal: AbortSignal) => Promise<GridAnswer<ThingRow>>;

/** The walk, and the question of the list as it is noted there. */
export function useWalk(about: string, query: URLSearchParams, ask: Ask): { walk: Walk; noted: Ask } {
  const view = JSON.stringify([about, ...VIEW.map((key) => query.get(key))]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new one with each view
  const walk = useMemo(() => new Walk(), [view]);
  const newest = useRef(walk);
  newest.current = walk;
  const noted = useMemo<Ask>(
    () => async (question, signal) => {
      const own = newest.current;
      const answer = await ask(question, signal);
      own.note(question, answer);
      return answer;
    },
    [ask],
  );
  return { walk, noted };
}
