// Asks before unsaved changes are left behind: within the dashboard by a dialog, out of it by the browser's own question.
import { lazy, Suspense, useCallback, useContext, useEffect, useLayoutEffect, useRef } from "react";
import { type Location, UNSAFE_DataRouterContext, useBlocker } from "react-router-dom";
import { isBackAt } from "../store/useLeft.ts";
import { InSidePanel } from "../ui/inSidePanel.ts";

const LeaveQuestion = lazy(async () => ({ default: (await import("./LeaveQuestion.tsx")).LeaveQuestion }));

interface Props {
  when: boolean;
  /** Addresses that leave nothing behind. */
  stays?: (path: string) => boolean;
}

/** Guards the page as long as `when` holds. Draw it inside of a form that is not a FormPanel. */
export function LeaveGuard({ when, stays }: Props) {
  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [when]);
  const router = useContext(UNSAFE_DataRouterContext);
  return router ? <Blocker within={router.router} when={when} {...(stays && { stays })} /> : null;
}

/** What is open beside a list, in the addresses of all areas. */
const OPENED = ["open", "id", "session", "pair"];

/** A form beside a list goes when something else is opened there, or nothing; not when the list is filtered. */
function isOtherPanel(from: Location, to: Location): boolean {
  const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  return OPENED.some((key) => before.get(key) !== after.get(key));
}

interface Judge {
  current?: (from: Location, to: Location, isBack: boolean) => boolean;
}

/** Every guard that is drawn, by router: it asks only the one that came last, which therefore answers for all of them. */
const guards = new WeakMap<object, Set<Judge>>();

function Blocker({ within, when, stays }: Props & { within: object }) {
  const isBeside = useContext(InSidePanel);
  const judge = useRef<Judge["current"]>();
  useLayoutEffect(() => {
    judge.current = (from, to, isBack) => {
      if (!when || to.pathname === "/login" || stays?.(to.pathname)) return false;
      return from.pathname !== to.pathname || (isBeside && (isBack || isOtherPanel(from, to)));
    };
  });
  useLayoutEffect(() => {
    const all = guards.get(within) ?? new Set();
    guards.set(within, all.add(judge));
    return () => void all.delete(judge);
  }, [within]);
  const blocker = useBlocker(
    useCallback(
      ({ currentLocation: from, nextLocation: to, historyAction }) => {
        // A panel that stays gets other words: those of a save that failed. What was visited before brings none.
        const isBack = isBackAt(to) && historyAction !== "POP";
        return [...(guards.get(within) ?? [])].some((one) => one.current?.(from, to, isBack));
      },
      [within],
    ),
  );
  if (blocker.state !== "blocked") return null;
  return (
    <Suspense>
      <LeaveQuestion leave={() => blocker.proceed()} stay={() => blocker.reset()} />
    </Suspense>
  );
}
