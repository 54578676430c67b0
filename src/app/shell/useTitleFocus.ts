// After a navigation the focus goes to the new screen's heading, so that a screen reader says where one is.
import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

/** So long the heading of a screen whose code is still on its way is waited for. */
const PATIENCE_MS = 5000;

export function useTitleFocus(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    return focusTitle();
  }, [pathname]);
}

/** Only a focus that is lost is moved; whoever has put it somewhere meanwhile keeps it there. Answers how to stop waiting. */
function focusTitle(): (() => void) | undefined {
  const isDone = () => {
    if (document.activeElement && document.activeElement !== document.body) return true;
    const title = document.querySelector<HTMLElement>("main h1");
    title?.focus({ preventScroll: true });
    return title !== null;
  };
  if (isDone()) return;
  const waiting = new MutationObserver(() => isDone() && waiting.disconnect());
  waiting.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => waiting.disconnect(), PATIENCE_MS);
  return () => waiting.disconnect();
}
