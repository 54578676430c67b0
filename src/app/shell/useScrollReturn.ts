// Going back returns to where one was reading. The router restores the position at once; rows that arrive later make the
// page long enough only then, so the position is tried again until it fits or the person scrolls.
import { useLayoutEffect } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

const PATIENCE_MS = 3000;
const positions = new Map<string, number>();

export function useScrollReturn(): void {
  const { key } = useLocation();
  const isReturn = useNavigationType() === "POP";
  useLayoutEffect(() => {
    const wanted = isReturn ? (positions.get(key) ?? 0) : 0;
    const stopReturning = wanted > 0 ? returnTo(wanted) : undefined;
    const note = () => positions.set(key, scrollY);
    addEventListener("scroll", note, { passive: true });
    return () => {
      removeEventListener("scroll", note);
      stopReturning?.();
    };
  }, [key, isReturn]);
}

function returnTo(wanted: number): () => void {
  const stop = new AbortController();
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - innerHeight < wanted) return;
    scrollTo(0, wanted);
    stop.abort();
  });
  stop.signal.addEventListener("abort", () => observer.disconnect());
  for (const sign of ["wheel", "touchmove", "keydown", "pointerdown"]) {
    addEventListener(sign, () => stop.abort(), { signal: stop.signal, passive: true });
  }
  setTimeout(() => stop.abort(), PATIENCE_MS);
  observer.observe(document.body);
  return () => stop.abort();
}
