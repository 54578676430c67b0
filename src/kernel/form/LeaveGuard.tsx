// Asks before unsaved changes are left behind: within the dashboard by a dialog, out of it by the browser's own question.
import { useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Location, UNSAFE_DataRouterContext, useBlocker } from "react-router-dom";
import { t } from "../i18n/setup.ts";
import { isBackAt } from "../store/useLeft.ts";
import { bringLayers } from "../ui/bringLayers.ts";
import { InSidePanel } from "../ui/inSidePanel.ts";
import type { LeaveWords } from "./LeaveQuestion.tsx";

type Question = typeof import("./LeaveQuestion.tsx");

/** The question and the dialog it is asked in. */
const bringQuestion = async (): Promise<Question> => {
  await bringLayers();
  return import("./LeaveQuestion.tsx");
};

interface Props {
  when: boolean;
  /** Addresses that leave nothing behind. */
  stays?: (path: string) => boolean;
  /** The parameter of the address with which the form goes although what is around it stays, such as `open.copy`. */
  goesWith?: string | undefined;
  /** What would be lost, where it is no change of the page. */
  words?: LeaveWords;
  /** Brings what asks. */
  bring?: typeof bringQuestion;
}

/** Guards the page as long as `when` holds. Draw it inside of a form that is not a FormPanel. */
export function LeaveGuard(props: Props) {
  const { when } = props;
  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [when]);
  const router = useContext(UNSAFE_DataRouterContext);
  return router ? <Blocker within={router.router} {...props} /> : null;
}

/** What is open beside a list, in the addresses of all areas; a form within it says itself with what it goes. */
const OPENED = ["open", "id", "session", "pair", "edit"];

/** Such a form goes when something else is opened there, or nothing; not when the list is filtered. */
function isOther(keys: readonly string[], from: Location, to: Location): boolean {
  const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  return keys.some((key) => before.get(key) !== after.get(key));
}

interface Judge {
  current?: {
    asks: (from: Location, to: Location, isBack: boolean) => boolean;
    /** What would be lost, in words; undefined where nothing would. */
    loses: string | undefined;
  };
}

/** Every guard that is drawn, by router: it asks only the one that came last, which therefore answers for all of them. */
const guards = new WeakMap<object, Set<Judge>>();

const lossOf = (words: LeaveWords | undefined) => words?.help ?? t("common:unsaved.help");

/** What would be lost if the person left the dashboard now, in words, each once: logging out is not held back by a guard. */
export function useAtStake(): string[] {
  const within = useContext(UNSAFE_DataRouterContext)?.router;
  const all = [...((within && guards.get(within)) ?? [])];
  return [...new Set(all.flatMap(({ current }) => current?.loses ?? []))];
}

function Blocker({ within, when, stays, goesWith, words, bring = bringQuestion }: Props & { within: object }) {
  const isBeside = useContext(InSidePanel);
  const judge = useRef<Judge["current"]>();
  useLayoutEffect(() => {
    const asks = (from: Location, to: Location, isBack: boolean) => {
      if (!when || to.pathname === "/login" || stays?.(to.pathname)) return false;
      if (from.pathname !== to.pathname || (goesWith && isOther([goesWith], from, to))) return true;
      return isBeside && (isBack || isOther(OPENED, from, to));
    };
    judge.current = { asks, loses: when ? lossOf(words) : undefined };
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
        return [...(guards.get(within) ?? [])].some((one) => one.current?.asks(from, to, isBack));
      },
      [within],
    ),
  );
  const isAsking = blocker.state === "blocked";
  const [part, setPart] = useState<Question>();
  // Brought ahead of the question; where it cannot be had, the browser asks, and what was typed is not lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once
  useEffect(() => {
    if (part || !(when || isAsking)) return;
    let isHere = true;
    bring().then(setPart, () => {
      if (isHere && isAsking) (confirm(lossOf(words)) ? blocker.proceed : blocker.reset)();
    });
    return () => {
      isHere = false;
    };
  }, [when, isAsking]);
  return isAsking && part ? (
    <part.LeaveQuestion leave={() => blocker.proceed()} stay={() => blocker.reset()} words={words} />
  ) : null;
}
