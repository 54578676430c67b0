// What failed for want of a connection is tried again by itself once there is one.
import { useEffect, useRef } from "react";
import type { ApiProblem } from "../api/problem.ts";

/** Calls `act` when the browser is online again, as long as `problem` is that the server could not be reached. */
export function useBackOnline(problem: Pick<ApiProblem, "code"> | undefined, act: (() => void) | undefined): void {
  const latest = useRef(act);
  latest.current = act;
  const isCut = problem?.code === "network" && act !== undefined;
  useEffect(() => {
    if (!isCut) return;
    const again = () => latest.current?.();
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [isCut]);
}
