// Asks before unsaved changes are left behind: within the dashboard by a dialog, out of it by the browser's own question.
import { lazy, Suspense, useContext, useEffect } from "react";
import { UNSAFE_DataRouterContext, useBlocker } from "react-router-dom";

const LeaveQuestion = lazy(async () => ({ default: (await import("./LeaveQuestion.tsx")).LeaveQuestion }));

/** Guards the page as long as `when` holds. Draw it inside of a form that is not a FormPanel. */
export function LeaveGuard({ when }: { when: boolean }) {
  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [when]);
  const router = useContext(UNSAFE_DataRouterContext);
  return router ? <Blocker when={when} /> : null;
}

function Blocker({ when }: { when: boolean }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return when && currentLocation.pathname !== nextLocation.pathname && nextLocation.pathname !== "/login";
  });
  if (blocker.state !== "blocked") return null;
  return (
    <Suspense>
      <LeaveQuestion leave={() => blocker.proceed()} stay={() => blocker.reset()} />
    </Suspense>
  );
}
