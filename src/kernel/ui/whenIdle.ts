// For code that somebody may want soon: it comes when the page has nothing else to do.
import { afterReporting } from "../report/sentry.ts";
import { whenRested } from "./whenRested.ts";

/** Does something once the page rests and error reporting is there; answers how to call it off. */
export function whenIdle(act: () => void): () => void {
  let isOff = false;
  const callOff = whenRested(() => void afterReporting().then(() => !isOff && act()));
  return () => {
    isOff = true;
    callOff();
  };
}
