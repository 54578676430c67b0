// When a draft is judged: once typing rests, whatever it says.
import { useEffect } from "react";
import type { NavToolStoreInstance } from "./store.ts";

/** Milliseconds of rest before a draft is judged. */
const SETTLE_MS = 300;

/** Keeps the judgement that of the draft as it stands; for an observer. */
export function useJudgement(store: NavToolStoreInstance): void {
  const { draft, file, isJudged } = store;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each text rests anew
  useEffect(() => {
    if (file === undefined || isJudged) return;
    const timer = setTimeout(() => void store.check(), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [store, draft, file, isJudged]);
}
