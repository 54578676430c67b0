// For code that somebody may want soon: it comes when the page has nothing else to do.

/** A page that has just been drawn still sets up its lists and charts, with gaps in which it only seems idle. */
const SETTLED_MS = 1500;

/** Does something once the page stands and rests; answers how to call it off. */
export function whenIdle(act: () => void): () => void {
  let idle = 0;
  const timer = setTimeout(() => {
    // Not every browser tells when it rests.
    if ("requestIdleCallback" in window) idle = requestIdleCallback(act, { timeout: SETTLED_MS });
    else act();
  }, SETTLED_MS);
  return () => {
    clearTimeout(timer);
    if (idle) cancelIdleCallback(idle);
  };
}
