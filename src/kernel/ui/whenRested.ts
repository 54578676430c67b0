// When a page that has just been drawn has come to rest.

/** Until then it sets up its lists and charts, with gaps in which it only seems idle. */
const SETTLED_MS = 1500;

/** Does something once the page stands and rests; answers how to call it off. */
export function whenRested(act: () => void): () => void {
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
