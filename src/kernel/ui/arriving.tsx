// Parts of a page whose code arrives when they are drawn. One that does not arrive takes nothing else along.
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import { ProblemView } from "./states.tsx";

/**
 * A part whose code is brought with its first drawing. Where it cannot be had, that is said in its place, with another attempt.
 * @example
 * export const Net = arriving(async () => (await import("./NetView.tsx")).NetView, <Skeleton rows={8} />);
 */
export function arriving<Props extends object>(
  bring: () => Promise<ComponentType<Props>>,
  outline: ReactNode = null,
): ComponentType<Props> {
  let there: ComponentType<Props> | undefined;
  return function Arriving(props: Props) {
    const [Part, setPart] = useState(() => there);
    const [problem, setProblem] = useState<ApiProblem>();
    const [tries, setTries] = useState(0);
    // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt brings it again
    useEffect(() => {
      if (there) return;
      let isGone = false;
      bring().then(
        (brought) => {
          there = brought;
          if (!isGone) setPart(() => brought);
        },
        (error: unknown) => isGone || setProblem(asProblem(error)),
      );
      return () => {
        isGone = true;
      };
    }, [tries]);
    if (Part) return <Part {...props} />;
    if (!problem) return outline;
    const retry = () => {
      setProblem(undefined);
      setTries(tries + 1);
    };
    return <ProblemView problem={problem} retry={retry} />;
  };
}
